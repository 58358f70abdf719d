package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.numeric.Codec;
import java.nio.ByteBuffer;

/**
 * Elements of one type in one rank's memory.
 *
 * <p>Copies keep their place among the rank's calls and return when they are done. They convert: a value that the target
 * type can't hold is rounded once, to nearest with ties to even; floats overflow as their format says, integers saturate,
 * and NaN becomes the type's quiet NaN, or 0 in an integer. Where the array's type is the element's own, bits are copied
 * unchanged.
 *
 * @param <T> marker of the element type
 */
public sealed class DeviceBuffer<T extends Element> implements AutoCloseable permits SymmetricBuffer {
    /** Memory that a buffer and its slices share. */
    private static final class Allocation {
        private final Memory memory;
        private volatile boolean freed;

        /** Captured calls that name it. */
        private int captures;

        Allocation(Memory memory) {
            this.memory = memory;
        }

        synchronized void retain() {
            captures++;
        }

        synchronized void release() {
            captures--;
            if (freed && captures == 0) {
                memory.free();
            }
        }

        synchronized void free() {
            freed = true;
            if (captures == 0) {
                memory.free();
            }
        }
    }

    private final Rank rank;
    private final DType dtype;
    private final long count;
    private final Allocation allocation;
    private final boolean slice;
    private final long offset;
    private volatile boolean closed;

    DeviceBuffer(Rank rank, DType dtype, long count, Memory memory) {
        this(rank, dtype, count, new Allocation(memory), false, 0);
    }

    private DeviceBuffer(Rank rank, DType dtype, long count, Allocation allocation, boolean slice, long offset) {
        this.rank = rank;
        this.dtype = dtype;
        this.count = count;
        this.allocation = allocation;
        this.slice = slice;
        this.offset = offset;
    }

    /** The element type. */
    public DType dtype() {
        return dtype;
    }

    /** Number of elements. */
    public long count() {
        return count;
    }

    /** The rank whose memory it is. */
    public Rank rank() {
        return rank;
    }

    /** Whether it, or the buffer that it is a slice of, was closed. */
    public boolean isClosed() {
        return closed || allocation.freed;
    }

    /**
     * A part of this buffer, over the same memory. It may start at any element.
     *
     * @param from first element
     * @param length elements
     * @throws ArgumentException NZ615 if it is not inside this buffer
     * @throws StateException NZ606 if this buffer is closed
     */
    public DeviceBuffer<T> slice(long from, long length) {
        requireUsable("slice");
        if (from < 0 || length < 0 || from > count - length) {
            throw RuntimeProblem.SLICE.argument("from " + from + ", count " + length + " of " + count + " elements");
        }
        return new DeviceBuffer<>(rank, dtype, length, allocation, true, offset + from * dtype.bytes());
    }

    /**
     * Converts {@code values} into the first elements.
     *
     * @throws ArgumentException NZ616 if the array is longer than this buffer
     * @throws StateException NZ606 if this buffer is closed, NZ619 inside a batch
     * @throws CollectiveException if any rank has reported a fault
     */
    public void copyFrom(float[] values) {
        Codec codec = Codec.of(dtype);
        write(values.length, (buffer, at, index, elements) -> codec.put(values, index, buffer, at, elements));
    }

    /** Converts {@code values} into the first elements; see {@link #copyFrom(float[])}. */
    public void copyFrom(double[] values) {
        Codec codec = Codec.of(dtype);
        write(values.length, (buffer, at, index, elements) -> codec.put(values, index, buffer, at, elements));
    }

    /** Converts {@code values} into the first elements; see {@link #copyFrom(float[])}. */
    public void copyFrom(int[] values) {
        Codec codec = Codec.of(dtype);
        write(values.length, (buffer, at, index, elements) -> codec.put(values, index, buffer, at, elements));
    }

    /** Converts {@code values} into the first elements; see {@link #copyFrom(float[])}. */
    public void copyFrom(long[] values) {
        Codec codec = Codec.of(dtype);
        write(values.length, (buffer, at, index, elements) -> codec.put(values, index, buffer, at, elements));
    }

    /**
     * Copies raw little-endian bytes into the first elements; see {@link #copyFrom(float[])}.
     *
     * @throws ArgumentException NZ622 if they are no whole number of elements
     */
    public void copyFrom(byte[] values) {
        Codec codec = Codec.of(dtype);
        int bytes = dtype.bytes();
        write(wholeElements(values), (buffer, at, index, n) -> codec.putRaw(values, index * bytes, buffer, at, n));
    }

    /**
     * Copies raw 16-bit patterns into the first elements; see {@link #copyFrom(float[])}.
     *
     * @throws ArgumentException NZ622 if the elements have no 16 bits
     */
    public void copyFrom(short[] values) {
        requirePatterns();
        Codec codec = Codec.of(dtype);
        write(values.length, (buffer, at, index, elements) -> codec.putRaw(values, index, buffer, at, elements));
    }

    /**
     * Converts the first elements into {@code values}.
     *
     * @throws ArgumentException NZ616 if the array is longer than this buffer
     * @throws StateException NZ606 if this buffer is closed, NZ619 inside a batch
     * @throws CollectiveException if any rank has reported a fault: the elements may not be what a call should have left
     */
    public void copyTo(float[] values) {
        Codec codec = Codec.of(dtype);
        read(values.length, (buffer, at, index, elements) -> codec.get(buffer, at, values, index, elements));
    }

    /** Converts the first elements into {@code values}; see {@link #copyTo(float[])}. */
    public void copyTo(double[] values) {
        Codec codec = Codec.of(dtype);
        read(values.length, (buffer, at, index, elements) -> codec.get(buffer, at, values, index, elements));
    }

    /** Converts the first elements into {@code values}; see {@link #copyTo(float[])}. */
    public void copyTo(int[] values) {
        Codec codec = Codec.of(dtype);
        read(values.length, (buffer, at, index, elements) -> codec.get(buffer, at, values, index, elements));
    }

    /** Converts the first elements into {@code values}; see {@link #copyTo(float[])}. */
    public void copyTo(long[] values) {
        Codec codec = Codec.of(dtype);
        read(values.length, (buffer, at, index, elements) -> codec.get(buffer, at, values, index, elements));
    }

    /**
     * Copies the first elements' raw little-endian bytes into {@code values}; see {@link #copyTo(float[])}.
     *
     * @throws ArgumentException NZ622 if they are no whole number of elements
     */
    public void copyTo(byte[] values) {
        Codec codec = Codec.of(dtype);
        int bytes = dtype.bytes();
        read(wholeElements(values), (buffer, at, index, n) -> codec.getRaw(buffer, at, values, index * bytes, n));
    }

    /**
     * Copies the first elements' raw 16-bit patterns into {@code values}; see {@link #copyTo(float[])}.
     *
     * @throws ArgumentException NZ622 if the elements have no 16 bits
     */
    public void copyTo(short[] values) {
        requirePatterns();
        Codec codec = Codec.of(dtype);
        read(values.length, (buffer, at, index, elements) -> codec.getRaw(buffer, at, values, index, elements));
    }

    /**
     * Frees the memory, behind everything issued to the rank before; of a slice, only the slice becomes unusable. Memory
     * that {@link CapturedCalls} name stays until they are closed, too. Closing again does nothing.
     */
    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        closed = true;
        if (!slice) {
            allocation.free();
        }
    }

    /** Keeps the memory, whether this buffer is closed or not, until {@link #release}. */
    void retain() {
        allocation.retain();
    }

    /** Ends what {@link #retain} began. */
    void release() {
        allocation.release();
    }

    Memory memory() {
        return allocation.memory;
    }

    /** Byte offset of the first element in {@link #memory}. */
    long offset() {
        return offset;
    }

    /** Transfers elements {@code index .. index + elements} of an array. */
    private interface Transfer {
        void run(ByteBuffer buffer, int at, int index, int elements);
    }

    private void write(int elements, Transfer transfer) {
        prepare(elements, "copyFrom");
        rank.guard(() -> {
            allocation.memory.write(offset, (long) elements * dtype.bytes(), window(transfer));
            return this;
        });
    }

    private void read(int elements, Transfer transfer) {
        prepare(elements, "copyTo");
        rank.guard(() -> {
            allocation.memory.read(offset, (long) elements * dtype.bytes(), window(transfer));
            return this;
        });
    }

    private Memory.Window window(Transfer transfer) {
        int bytes = dtype.bytes();
        return (buffer, at, done, length) -> transfer.run(buffer, at, (int) (done / bytes), length / bytes);
    }

    private void prepare(int elements, String what) {
        requireUsable(what);
        rank.group().refuseHeld(what);
        if (elements > count) {
            throw RuntimeProblem.COPY_LENGTH.argument(elements + " elements for a buffer of " + count);
        }
    }

    private void requireUsable(String what) {
        if (isClosed()) {
            throw RuntimeProblem.BUFFER_FREED.state(what + " of a closed " + this);
        }
    }

    private int wholeElements(byte[] values) {
        if (values.length % dtype.bytes() != 0) {
            throw RuntimeProblem.COPY_TYPE.argument(values.length + " bytes for elements of " + dtype);
        }
        return values.length / dtype.bytes();
    }

    private void requirePatterns() {
        if (dtype.bytes() != 2) {
            throw RuntimeProblem.COPY_TYPE.argument("a short[] of 16-bit patterns for elements of " + dtype);
        }
    }

    /** For people: {@code DeviceBuffer<BF16>[4096] of rank 0}. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "<" + dtype + ">[" + count + "] of rank " + rank.index();
    }
}
