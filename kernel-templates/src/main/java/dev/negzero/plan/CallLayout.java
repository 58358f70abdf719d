package dev.negzero.plan;

/**
 * Offsets, in bytes, inside the kernels' parameter block ({@code nz::Call} in call.cuh). The emitted source asserts that
 * the compiler lays the block out like this.
 */
public final class CallLayout {
    /** Address of the input. */
    public static final int INPUT = 0;
    /** Address of the output. */
    public static final int OUTPUT = 8;
    /** u64: count in elements. */
    public static final int COUNT = 16;
    /** u64: bound of each wait, in nanoseconds. */
    public static final int DEADLINE_NS = 24;
    /** u32: the caller's rank. */
    public static final int RANK = 32;
    /** u32: id of the symmetric buffer that holds the input, or 0. */
    public static final int SYMMETRIC_ID = 36;
    /** u64: bytes from that buffer's base to the input. */
    public static final int SYMMETRIC_OFFSET = 40;
    /** Address of the table of symmetric buffers. */
    public static final int SYMMETRIC = 48;
    /** Addresses of the ranks' domain regions; those of their control regions follow. */
    public static final int DOMAIN = 56;

    private static final int POINTER = 8;

    private CallLayout() {}

    /** Offset of the control regions' addresses in a group of {@code ranks}. */
    public static int control(int ranks) {
        return DOMAIN + POINTER * ranks;
    }

    /** Bytes of the block in a group of {@code ranks}. */
    public static int bytes(int ranks) {
        return control(ranks) + POINTER * ranks;
    }
}
