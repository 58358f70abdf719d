package dev.negzero.runtime.cuda;

import com.sun.jna.Memory;
import dev.negzero.plan.CallLayout;
import dev.negzero.runtime.engine.CountsHash;
import dev.negzero.spec.Counts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What one launch passes to the driver, in native memory that is used again: the launch configuration, its attribute, and
 * the kernel's parameter block {@code nz::Call} of call.cuh. The driver copies all of it before a launch returns.
 *
 * <pre>
 *   0  CUlaunchConfig     56 bytes: grid x y z, block x y z, shared bytes (u32 each), stream, attributes, their number
 *  64  CUlaunchAttribute  72 bytes: id, value at 8
 * 144  void*[1]           address of the parameter block
 * 160  nz::Call           {@link CallLayout}
 * </pre>
 */
final class LaunchBlock {
    private static final int GRID = 0;
    private static final int THREADS = 12;
    private static final int STREAM = 32;
    private static final int ATTRIBUTES = 40;
    private static final int ATTRIBUTE_COUNT = 48;
    private static final int ATTRIBUTE = 64;
    private static final int ATTRIBUTE_VALUE = ATTRIBUTE + 8;
    private static final int PARAMETERS = 144;

    /** Where the parameter block starts. */
    static final int CALL = 160;

    /** CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION. */
    private static final int PROGRAMMATIC_SERIALIZATION = 6;

    private final Memory memory;
    private final ByteBuffer bytes;
    private final int ranks;
    private long function;
    private String name = "";

    /**
     * A block for the calls of one rank.
     *
     * @param ranks of the group
     * @param rank the caller
     * @param stream where it launches
     * @param deadlineNanos bound of each wait in a kernel
     */
    LaunchBlock(int ranks, int rank, long stream, long deadlineNanos) {
        this.ranks = ranks;
        int size = CALL + CallLayout.bytes(ranks, Counts.PER_PAIR);
        memory = new Memory(size);
        memory.clear();
        bytes = memory.getByteBuffer(0, size).order(ByteOrder.nativeOrder());
        long base = address(0);
        for (int axis = 0; axis < 3; axis++) {
            bytes.putInt(GRID + 4 * axis, 1);
            bytes.putInt(THREADS + 4 * axis, 1);
        }
        bytes.putLong(STREAM, stream);
        bytes.putLong(ATTRIBUTES, base + ATTRIBUTE);
        bytes.putInt(ATTRIBUTE, PROGRAMMATIC_SERIALIZATION);
        bytes.putInt(ATTRIBUTE_VALUE, 1);
        bytes.putLong(PARAMETERS, base + CALL);
        bytes.putLong(CALL + CallLayout.DEADLINE_NS, deadlineNanos);
        bytes.putInt(CALL + CallLayout.RANK, rank);
    }

    private long address(int offset) {
        return com.sun.jna.Pointer.nativeValue(memory) + offset;
    }

    /** The regions of a rank as seen by the caller. */
    void regions(int rank, long domain, long control) {
        bytes.putLong(CALL + CallLayout.DOMAIN + 8 * rank, domain);
        bytes.putLong(CALL + CallLayout.control(ranks) + 8 * rank, control);
    }

    /** The device's table of symmetric buffers. */
    void symmetricTable(long address) {
        bytes.putLong(CALL + CallLayout.SYMMETRIC, address);
    }

    /** Where launches go from now on. */
    void stream(long stream) {
        bytes.putLong(STREAM, stream);
    }

    /** Whether a grid may be scheduled before the stream's previous grid has ended; the kernels wait for it themselves. */
    void programmatic(boolean on) {
        bytes.putInt(ATTRIBUTE_COUNT, on ? 1 : 0);
    }

    /** The kernel and its grid. */
    void kernel(long kernel, String kernelName, int blocks, int threads) {
        function = kernel;
        name = kernelName;
        bytes.putInt(GRID, blocks);
        bytes.putInt(THREADS, threads);
    }

    /** The input, 0 if there is none, and where peers may read it. */
    void input(long address, int symmetricId, long symmetricOffset) {
        bytes.putLong(CALL + CallLayout.INPUT, address);
        bytes.putInt(CALL + CallLayout.SYMMETRIC_ID, symmetricId);
        bytes.putLong(CALL + CallLayout.SYMMETRIC_OFFSET, symmetricOffset);
    }

    /** The output, 0 if there is none. */
    void output(long address) {
        bytes.putLong(CALL + CallLayout.OUTPUT, address);
    }

    /** How many elements travel, and from or to which rank. */
    void counts(long count, int root, long @Nullable [] counts) {
        bytes.putLong(CALL + CallLayout.COUNT, count);
        bytes.putInt(CALL + CallLayout.ROOT, root);
        bytes.putInt(CALL + CallLayout.COUNTS_HASH, counts == null ? 0 : CountsHash.of(counts));
        for (int i = 0; counts != null && i < counts.length; i++) {
            bytes.putLong(CALL + CallLayout.counts(ranks) + 8 * i, counts[i]);
        }
    }

    /** The kernel's handle. */
    long function() {
        return function;
    }

    /** The kernel's name. */
    String name() {
        return name;
    }

    /** The kernel's name and grid, for people. */
    String describe() {
        return name + " with " + bytes.getInt(GRID) + " blocks of " + bytes.getInt(THREADS);
    }

    /** Address of the CUlaunchConfig. */
    long config() {
        return address(0);
    }

    /** Address of the array of parameters. */
    long parameters() {
        return address(PARAMETERS);
    }

    /** All of it. */
    ByteBuffer bytes() {
        return bytes;
    }
}
