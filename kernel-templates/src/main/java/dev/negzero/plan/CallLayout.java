package dev.negzero.plan;

import dev.negzero.spec.Counts;

/**
 * Offsets, in bytes, inside the kernels' parameter block ({@code nz::Call} in call.cuh). The emitted source asserts that
 * the compiler lays the block out like this.
 */
public final class CallLayout {
    /** Address of the input; 0 where the rank has none. */
    public static final int INPUT = 0;
    /** Address of the output; 0 where the rank has none. */
    public static final int OUTPUT = 8;
    /** u64: elements of one segment; the largest of the counts where each rank or pair has its own. */
    public static final int COUNT = 16;
    /** u64: bound of each wait, in nanoseconds. */
    public static final int DEADLINE_NS = 24;
    /** u32: the caller's rank. */
    public static final int RANK = 32;
    /** u32: the root; the other rank of a hand-off; {@link #NO_ROOT} where the operation has neither. */
    public static final int ROOT = 36;
    /** u32: id of the symmetric buffer that holds the input, or 0. */
    public static final int SYMMETRIC_ID = 40;
    /** u32: hash of the counts where each rank or pair has its own, else 0; enters the signature. */
    public static final int COUNTS_HASH = 44;
    /** u64: bytes from that buffer's base to the input. */
    public static final int SYMMETRIC_OFFSET = 48;
    /** Address of the table of symmetric buffers. */
    public static final int SYMMETRIC = 56;
    /** Addresses of the ranks' domain regions; those of their control regions follow. */
    public static final int DOMAIN = 64;

    /** The root of an operation that has none: 8 bits, as it travels in a byte of the signature. */
    public static final int NO_ROOT = 0xFF;

    private static final int POINTER = 8;

    private CallLayout() {}

    /** Offset of the control regions' addresses in a group of {@code ranks}. */
    public static int control(int ranks) {
        return DOMAIN + POINTER * ranks;
    }

    /** Offset of the counts of a call that has one for each rank or pair: u64 each. */
    public static int counts(int ranks) {
        return control(ranks) + POINTER * ranks;
    }

    /** Bytes of the block in a group of {@code ranks}. */
    public static int bytes(int ranks, Counts counts) {
        return counts(ranks) + 8 * counts.numbers(ranks);
    }
}
