package dev.negzero.plan;

/**
 * Where AUTO changes algorithms: up to how many bytes of a segment it takes one. The one place for what was measured with a
 * group size; benchmarks/gpu/crossover and benchmarks/host-algorithms.sh measure it.
 *
 * @param oneShot all-reduce by LAMPORT in one shot
 * @param twoShot above that, all-reduce by LAMPORT in two shots; 0 where these are never taken
 * @param oneStage above that, or of types that LAMPORT doesn't carry, all-reduce by SIGNAL in one stage; longer ones in two
 * @param scatterOneShot reduce-scatter by LAMPORT in one shot; longer ones by SIGNAL
 * @param mail movements, and reductions for a root, by MAILBOX; longer ones by SIGNAL
 * @param castOneStage above that, broadcast by SIGNAL in one stage; longer ones in two
 * @param reducing where the first three were measured, or that they were not
 * @param scattering the same of {@code scatterOneShot}
 * @param moving the same of the last two
 */
record Crossovers(
        long oneShot,
        long twoShot,
        long oneStage,
        long scatterOneShot,
        long mail,
        long castOneStage,
        String reducing,
        String scattering,
        String moving) {
    /** For what is taken however long the message is. */
    static final long ALWAYS = Long.MAX_VALUE;

    private static final long KI = 1024;
    private static final long MI = 1024 * KI;

    private static final String GUESS = "not measured";
    private static final String ANCHORS =
            "2 x H200 over NVLink, 2026-11-29, bf16 all-reduce in graphs: benchmarks/baselines/anchors-2xh200.csv";
    private static final String MOVES =
            "2 x H200 over NVLink, 2026-11-30, bf16 in graphs: benchmarks/baselines/signal-shapes-2xh200.csv";
    private static final String HOST =
            "host engine, 2 ranks on 2 cores, 2026-11-30: benchmarks/baselines/host-algorithms.csv";
    private static final String HOST_4 =
            "host engine, 4 ranks on 2 cores, 2026-11-30: benchmarks/baselines/host-algorithms-4.csv";

    private static final Crossovers GPU_2 =
            new Crossovers(4 * MI, 0, 64 * KI, 2 * MI, 128 * KI, ALWAYS, ANCHORS, GUESS, MOVES);
    private static final Crossovers HOST_ALL_2 = new Crossovers(256, 0, 2 * KI, 64, 64, 256 * KI, HOST, HOST, HOST);
    private static final Crossovers HOST_ALL_4 =
            new Crossovers(KI, 0, 8 * KI, 128, 64, 32 * KI, HOST_4, HOST_4, HOST_4);

    /**
     * Those on GPUs. What ranks that share one GPU show goes in as a case of its own, with evidence that says so: N virtual ranks
     * on one H200, which share its memory and have no link between them.
     */
    static Crossovers onGpus(int groupSize) {
        return groupSize == 2 ? GPU_2 : guess(groupSize);
    }

    /**
     * Those of the host engine. Where the cores of two ranks are near each other, two stages of a long message take up to 34 %
     * longer than one (benchmarks/baselines/host-algorithms-near.csv); where they are far, 18 to 39 % less. AUTO goes by that.
     */
    static Crossovers onHost(int groupSize) {
        return groupSize == 2 ? HOST_ALL_2 : HOST_ALL_4;
    }

    /**
     * Pushing the whole message to each peer, rather than a chunk and a result, begins to cost more than a hop, and tagged
     * words, which double the bytes, more than a barrier: both the sooner, the more peers there are.
     */
    private static Crossovers guess(int groupSize) {
        long oneShot = Math.max(64 * KI, share(MI, groupSize));
        long mail = Math.max(16 * KI, share(128 * KI, groupSize));
        return new Crossovers(oneShot, 4 * MI, 64 * KI, oneShot, mail, MI, GUESS, GUESS, GUESS);
    }

    /** In whole packs. */
    private static long share(long bytes, int groupSize) {
        return bytes / (groupSize - 1) / 16 * 16;
    }
}
