package dev.negzero.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The tuning tables: launch shapes, and which algorithm is best up to which size. Every row says where it was measured.
 */
public final class Tuning {
    private static final long KI = 1024;
    private static final long MI = 1024 * KI;

    private static final String ANCHORS =
            "2 x H200 over NVLink, 2026-11-29, bf16 all-reduce in graphs: benchmarks/baselines/anchors-2xh200.csv";
    private static final String GUESS = "not measured: the 2-rank crossover divided by the peers each rank pushes to";
    private static final String HOST = "host engine, 2 ranks on 2 cores: benchmarks/baselines/host-algorithms.csv";

    private Tuning() {}

    /** The tables that ship. */
    public static Tuning shipped() {
        return new Tuning();
    }

    /**
     * Launch shape of a kernel.
     *
     * @param algorithm what it runs
     * @param groupSize number of ranks
     * @return the shape; the same on all ranks, as it depends on agreed numbers only
     */
    public LaunchShape shape(Algorithm algorithm, int groupSize) {
        return switch (algorithm) {
            // 1 MiB, 2 x H200, with 264 blocks 7.9 us, with 528 6.0 us: benchmarks/baselines/lamport-shapes-2xh200.csv
            case LAMPORT_ONE_SHOT -> new LaunchShape(128, 528, 1);
            case MAILBOX_ONE_SHOT -> new LaunchShape(128, 64, 1);
            case SIGNAL_ONE_STAGE -> new LaunchShape(512, 132, 1);
            case SIGNAL_TWO_STAGE -> new LaunchShape(1024, 132, 1);
            case SIGNAL_BARRIER -> new LaunchShape(32, 1, 1);
        };
    }

    /**
     * Longest message that AUTO gives to an algorithm with a bounded region.
     *
     * @return bytes
     */
    public long crossover(Algorithm algorithm, int groupSize) {
        return auto(groupSize).stream()
                .filter(row -> row.algorithm() == algorithm && row.upToBytes() != Long.MAX_VALUE)
                .mapToLong(AutoRow::upToBytes)
                .max()
                .orElse(16 * KI);
    }

    /**
     * The AUTO table of a group size. Rows of an architecture are ascending and end without limit.
     *
     * @param groupSize number of ranks
     */
    public List<AutoRow> auto(int groupSize) {
        long lamport = groupSize == 2 ? 4 * MI : Math.max(64 * KI, 4 * MI / (groupSize - 1) / 16 * 16);
        String evidence = groupSize == 2 ? ANCHORS : GUESS;
        List<AutoRow> rows = new ArrayList<>();
        rows.add(new AutoRow("any", lamport, Algorithm.LAMPORT_ONE_SHOT, evidence));
        rows.add(new AutoRow("any", 64 * KI, Algorithm.SIGNAL_ONE_STAGE, evidence));
        rows.add(new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, evidence));
        rows.add(new AutoRow("host", KI, Algorithm.LAMPORT_ONE_SHOT, HOST));
        rows.add(new AutoRow("host", Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, HOST));
        return rows;
    }
}
