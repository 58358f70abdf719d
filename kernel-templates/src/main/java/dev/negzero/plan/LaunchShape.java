package dev.negzero.plan;

/**
 * How many threads and blocks a kernel is launched with: a function of numbers that all ranks agree on.
 *
 * @param threads threads per block, a multiple of 32
 * @param maxBlocks upper bound of the grid, at most 1024
 * @param packsPerThread packs a thread takes before another block is added, at least 1
 * @param spareThreads threads at the grid's end that get no packs while it may grow: what exchanges signatures beside the data
 */
public record LaunchShape(int threads, int maxBlocks, int packsPerThread, int spareThreads) {
    /** Most blocks that any shape may name; the counter banks have this many rows. */
    public static final int BLOCK_LIMIT = 1024;

    /** Processors of the GPU that the shapes were measured on. */
    private static final int PROCESSORS = 132;

    /** Blocks that a processor must have registers for, so that the largest grid is resident at once. */
    public int blocksPerProcessor() {
        return (maxBlocks + PROCESSORS - 1) / PROCESSORS;
    }

    /**
     * Blocks to launch.
     *
     * @param packs packs that one grid pass works through, at least 0
     * @return 1 .. maxBlocks
     */
    public int blocks(long packs) {
        long perBlock = (long) threads * packsPerThread;
        long places = packs + (long) spareThreads * packsPerThread;
        return (int) Math.max(1, Math.min(maxBlocks, (places + perBlock - 1) / perBlock));
    }
}
