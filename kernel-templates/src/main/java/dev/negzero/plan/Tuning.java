package dev.negzero.plan;

import dev.negzero.spec.Operation;
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
    private static final String MOVES =
            "2 x H200 over NVLink, 2026-11-30, bf16 in graphs: benchmarks/baselines/signal-shapes-2xh200.csv";
    private static final String GUESS = "not measured";
    private static final String HOST = "host engine, 2 ranks on 2 cores: benchmarks/baselines/host-algorithms.csv";

    /**
     * A wave of AMD's, two warps. 4 KiB to 64 KiB on 2 x H200, the warp with the signatures had packs as well: 2.40 us; without
     * signatures 2.05 us: benchmarks/baselines/lamport-shapes-2xh200.csv.
     */
    private static final int SPARE_THREADS = 64;

    private Tuning() {}

    /** The tables that ship. */
    public static Tuning shipped() {
        return new Tuning();
    }

    /**
     * Launch shape of a kernel. A thread holds a pack of each rank, so the more ranks, the fewer threads a processor has
     * registers for.
     *
     * @param algorithm what it runs
     * @param groupSize number of ranks
     * @param width lanes per pack
     * @return the shape; the same on all ranks, as it depends on agreed numbers only
     */
    public LaunchShape shape(Algorithm algorithm, int groupSize, int width) {
        return switch (algorithm) {
            case LAMPORT_ONE_SHOT, LAMPORT_TWO_SHOT ->
                new LaunchShape(128, lamportBlocks(groupSize, width), 1, SPARE_THREADS);
            case MAILBOX_ONE_SHOT, MAILBOX_TRIPLES -> new LaunchShape(128, 64, 1, SPARE_THREADS);
            // 2 x H200: benchmarks/baselines/signal-shapes-2xh200.csv. Blocks of 512 spill registers; two stages of
            // 256 MiB take them 789 us, blocks of 384 773 us, one block a processor 817 us and more. With more than 8
            // ranks blocks of 384 spill, too; those of 256 are not measured there.
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE -> new LaunchShape(groupSize <= 8 ? 384 : 256, 264, 1, 0);
            case SIGNAL_BARRIER -> new LaunchShape(32, 1, 1, 0);
        };
    }

    /**
     * 1 MiB, 2 x H200, with 264 blocks 7.9 us, with 528 6.0 us: benchmarks/baselines/lamport-shapes-2xh200.csv. Four blocks
     * a processor spill with more than 8 ranks, and with more than 4 where packs have 16 lanes, as three blocks do then. With
     * 8 ranks or more, 264 blocks have a thread for each pack (of 16 bytes) of AUTO's longest message. Not measured.
     */
    private static int lamportBlocks(int groupSize, int width) {
        return groupSize > 8 || (groupSize > 4 && width > 8) ? 264 : 528;
    }

    /**
     * Longest message that AUTO gives to an algorithm with a bounded region.
     *
     * @return bytes
     */
    public long crossover(Operation operation, Algorithm algorithm, int groupSize) {
        return auto(operation, groupSize).stream()
                .filter(row -> row.algorithm() == algorithm && row.upToBytes() != Long.MAX_VALUE)
                .mapToLong(AutoRow::upToBytes)
                .max()
                .orElse(16 * KI);
    }

    /**
     * The AUTO table of an operation: one for each set of algorithms to choose from. Rows of an architecture are ascending and end without limit.
     *
     * @param operation which collective
     * @param groupSize number of ranks
     */
    public List<AutoRow> auto(Operation operation, int groupSize) {
        if (!operation.hasData()) {
            return List.of();
        }
        return switch (operation.ways()) {
            case LAMPORT_CHUNKS -> lamportInChunks(groupSize);
            case LAMPORT -> lamport(groupSize);
            case CHUNKS -> chunks(groupSize);
            case PLAIN -> plain(groupSize);
        };
    }

    private static List<AutoRow> lamportInChunks(int groupSize) {
        String evidence = groupSize == 2 ? ANCHORS : GUESS;
        List<AutoRow> rows = new ArrayList<>();
        if (groupSize == 2) {
            rows.add(new AutoRow("any", 4 * MI, Algorithm.LAMPORT_ONE_SHOT, evidence));
        } else {
            rows.add(new AutoRow("any", oneShot(groupSize), Algorithm.LAMPORT_ONE_SHOT, evidence));
            rows.add(new AutoRow("any", 4 * MI, Algorithm.LAMPORT_TWO_SHOT, evidence));
        }
        rows.add(new AutoRow("any", 64 * KI, Algorithm.SIGNAL_ONE_STAGE, evidence));
        rows.add(new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, evidence));
        rows.add(new AutoRow("host", KI, Algorithm.LAMPORT_ONE_SHOT, HOST));
        rows.add(new AutoRow("host", Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, HOST));
        return rows;
    }

    /** Where pushing the whole message to each peer, rather than a chunk and a result, begins to cost more than a hop. */
    private static long oneShot(int groupSize) {
        return Math.max(64 * KI, MI / (groupSize - 1) / 16 * 16);
    }

    private static List<AutoRow> lamport(int groupSize) {
        return List.of(
                new AutoRow("any", groupSize == 2 ? 2 * MI : oneShot(groupSize), Algorithm.LAMPORT_ONE_SHOT, GUESS),
                new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, GUESS),
                new AutoRow("host", KI, Algorithm.LAMPORT_ONE_SHOT, GUESS),
                new AutoRow("host", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, GUESS));
    }

    private static List<AutoRow> chunks(int groupSize) {
        List<AutoRow> rows = new ArrayList<>();
        rows.add(new AutoRow("any", mail(groupSize), Algorithm.MAILBOX_ONE_SHOT, moves(groupSize)));
        if (groupSize > 2) {
            rows.add(new AutoRow("any", MI, Algorithm.SIGNAL_ONE_STAGE, GUESS));
            rows.add(new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, GUESS));
        } else {
            rows.add(new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, moves(groupSize)));
        }
        rows.add(new AutoRow("host", KI, Algorithm.MAILBOX_ONE_SHOT, GUESS));
        rows.add(new AutoRow("host", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, GUESS));
        return rows;
    }

    private static List<AutoRow> plain(int groupSize) {
        return List.of(
                new AutoRow("any", mail(groupSize), Algorithm.MAILBOX_ONE_SHOT, moves(groupSize)),
                new AutoRow("any", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, moves(groupSize)),
                new AutoRow("host", KI, Algorithm.MAILBOX_ONE_SHOT, GUESS),
                new AutoRow("host", Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, GUESS));
    }

    /** Up to where tagged words, which double the bytes, cost less than a barrier. */
    private static long mail(int groupSize) {
        return Math.max(16 * KI, 128 * KI / (groupSize - 1) / 16 * 16);
    }

    private static String moves(int groupSize) {
        return groupSize == 2 ? MOVES : GUESS;
    }
}
