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
 * @param moving the same of {@code mail}, and of movements by SIGNAL
 * @param casting the same of broadcast by SIGNAL
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
        String moving,
        String casting) {
    /** For what is taken however long the message is. */
    static final long ALWAYS = Long.MAX_VALUE;

    private static final long KI = 1024;
    private static final long MI = 1024 * KI;

    private static final String GUESS = "not measured";
    private static final String PAIR =
            "2 x H200 over NVLink, 2026-11-30, bf16 in graphs: benchmarks/baselines/crossover-2xh200.csv";
    private static final String SHARED =
            " virtual ranks on one H200, which share its memory and have no link between them,"
                    + " 2026-11-30: benchmarks/baselines/crossover-virtual-h200.csv";
    private static final String HOST =
            "host engine, 2 ranks on 2 cores, 2026-11-30: benchmarks/baselines/host-algorithms.csv";
    private static final String HOST_4 =
            "host engine, 4 ranks on 2 cores, 2026-11-30: benchmarks/baselines/host-algorithms-4.csv";

    /** LAMPORT takes less time at 8 MiB, too, by 9 % of an all-reduce and 18 % of a reduce-scatter, for as much memory again. */
    private static final Crossovers GPU_2 =
            new Crossovers(4 * MI, 0, 4 * MI, 4 * MI, 128 * KI, ALWAYS, PAIR, PAIR, PAIR, PAIR);

    private static final Crossovers GPU_3 = shared(3, 512 * KI, 2 * MI, 2 * MI, MI, 256 * KI);
    private static final Crossovers GPU_4 = shared(4, 256 * KI, MI, MI, 512 * KI, 128 * KI);
    private static final Crossovers GPU_8 = shared(8, 128 * KI, MI, 256 * KI, 256 * KI, 16 * KI);
    private static final Crossovers HOST_ALL_2 =
            new Crossovers(256, 0, 2 * KI, 64, 64, 256 * KI, HOST, HOST, HOST, HOST);
    private static final Crossovers HOST_ALL_4 =
            new Crossovers(KI, 0, 8 * KI, 128, 64, 32 * KI, HOST_4, HOST_4, HOST_4, HOST_4);

    /** Those on GPUs: of as many ranks, or of the largest smaller group that was measured. */
    static Crossovers onGpus(int groupSize) {
        if (groupSize >= 8) {
            return GPU_8;
        }
        return switch (groupSize) {
            case 2 -> GPU_2;
            case 3 -> GPU_3;
            default -> GPU_4;
        };
    }

    /**
     * Those of the host engine. Where the cores of two ranks are near each other, two stages of a long message take up to 34 %
     * longer than one (benchmarks/baselines/host-algorithms-near.csv); where they are far, 18 to 39 % less. AUTO goes by that.
     */
    static Crossovers onHost(int groupSize) {
        return groupSize == 2 ? HOST_ALL_2 : HOST_ALL_4;
    }

    /**
     * Measured with ranks that share a GPU. When a broadcast pays in two stages can't be seen there: it is the root's link that
     * one stage loads with the message for each peer.
     */
    private static Crossovers shared(
            int ranks, long oneShot, long twoShot, long oneStage, long scatterOneShot, long mail) {
        String where = ranks + SHARED;
        return new Crossovers(oneShot, twoShot, oneStage, scatterOneShot, mail, MI, where, where, where, GUESS);
    }
}
