package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/**
 * Reduces one chunk of elements over the ranks, in rank order, to the one bit-exact answer.
 *
 * <p>For each chunk: {@link #first} with rank 0's elements, {@link #next} with those of ranks 1, 2, ... and
 * {@link #finish} for the result. Floats of 8 to 32 bits accumulate in F32, F64 in itself, integers wrap in their own
 * type. MIN and MAX propagate NaN; AVG divides once by the group size; then the result is rounded once. A NaN result is
 * the dtype's canonical quiet NaN and a zero result is +0.0.
 *
 * <p>Elements are little-endian at absolute byte offsets, of any alignment, below the limit of a buffer, which is best
 * direct; its order and position are neither used nor changed, and nothing is allocated. An instance belongs to one
 * thread, and keeps the accumulators of one chunk.
 */
public abstract class Reduction {
    /**
     * Bytes of each array that a chunk passes through. Four or five of them, and the chunk in the caller's buffer, fit
     * into an L1 cache of 48 KiB. Narrow floats, which use more arrays, get half.
     */
    private static final int CHUNK = 8192;

    private final int capacity;

    Reduction(int capacity) {
        this.capacity = capacity;
    }

    /**
     * A reduction of a dtype.
     *
     * @param groupSize number of ranks, by which AVG divides
     * @throws IllegalArgumentException for AVG of an integer dtype, or a group of less than one rank
     */
    public static Reduction of(DType dtype, ReduceOp op, int groupSize) {
        if (op == ReduceOp.AVG && !dtype.isFloat()) {
            throw new IllegalArgumentException(
                    "AVG needs a floating-point dtype; found " + dtype + "; use SUM and divide in your own code");
        }
        if (groupSize < 1) {
            throw new IllegalArgumentException("a group has at least 1 rank; found " + groupSize);
        }
        return switch (dtype) {
            case F32 -> new FloatReduction(dtype, op, groupSize, CHUNK / 4);
            case BF16, F16, F8E4M3, F8E5M2 -> new FloatReduction(dtype, op, groupSize, CHUNK / 8);
            case F64 -> new DoubleReduction(op, groupSize, CHUNK / 8);
            case I8, U8 -> new ByteReduction(op, dtype == DType.I8, CHUNK);
            case I32 -> new IntReduction(op, CHUNK / 4);
            case I64 -> new LongReduction(op, CHUNK / 8);
        };
    }

    /** Most elements of one chunk, a multiple of 64; chosen so that the accumulators stay in the nearest cache. */
    public final int capacity() {
        return capacity;
    }

    /** Starts a chunk with {@code elements} elements (1 .. {@link #capacity}) of rank 0. */
    public abstract void first(ByteBuffer from, int byteOffset, int elements);

    /** Combines the chunk with the next rank's {@code elements} elements, as many as in {@link #first}. */
    public abstract void next(ByteBuffer from, int byteOffset, int elements);

    /** Writes the chunk's {@code elements} results, as many as in {@link #first}. The chunk is spent. */
    public abstract void finish(ByteBuffer to, int byteOffset, int elements);
}
