package dev.negzero.plan;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Ways;
import java.util.ArrayList;
import java.util.List;

/**
 * The tuning tables: launch shapes, and which algorithm is best up to which size. Every row says where it was measured.
 */
public final class Tuning {
    private static final long KI = 1024;

    /**
     * A wave of AMD's, two warps. 4 KiB to 64 KiB on 2 x H200, the warp with the signatures had packs as well: 2.40 us; without
     * signatures 2.05 us: benchmarks/baselines/lamport-steps-2xh200.csv.
     */
    private static final int SPARE_THREADS = 64;

    private final long reach;

    private Tuning(long reach) {
        this.reach = reach;
    }

    /** The tables that ship. */
    public static Tuning shipped() {
        return new Tuning(0);
    }

    /**
     * The same tables, but algorithms with a bounded region carry at least so many bytes. For measuring what lies behind a
     * crossover: a plan made with it needs more memory.
     */
    public static Tuning reaching(long bytes) {
        return new Tuning(bytes);
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
        long most = auto(operation, groupSize).stream()
                .filter(row -> row.algorithm() == algorithm && row.upToBytes() != Long.MAX_VALUE)
                .mapToLong(AutoRow::upToBytes)
                .max()
                .orElse(16 * KI);
        return Math.max(reach, most);
    }

    /**
     * The AUTO table of an operation: one for each set of algorithms to choose from, by {@link Crossovers}. The rows of an
     * architecture end without limit.
     *
     * @param operation which collective
     * @param groupSize number of ranks
     */
    public List<AutoRow> auto(Operation operation, int groupSize) {
        if (!operation.hasData()) {
            return List.of();
        }
        List<AutoRow> rows = new ArrayList<>(rows("any", operation.ways(), Crossovers.onGpus(groupSize)));
        rows.addAll(rows("host", operation.ways(), Crossovers.onHost(groupSize)));
        return rows;
    }

    private static List<AutoRow> rows(String arch, Ways ways, Crossovers at) {
        return switch (ways) {
            case LAMPORT_CHUNKS -> lamportInChunks(arch, at);
            case LAMPORT ->
                List.of(
                        new AutoRow(arch, at.scatterOneShot(), Algorithm.LAMPORT_ONE_SHOT, at.scattering()),
                        new AutoRow(arch, Long.MAX_VALUE, Algorithm.SIGNAL_ONE_STAGE, at.scattering()));
            case CHUNKS -> mail(arch, at, at.castOneStage(), at.casting());
            case PLAIN -> mail(arch, at, Crossovers.ALWAYS, at.moving());
        };
    }

    private static List<AutoRow> lamportInChunks(String arch, Crossovers at) {
        List<AutoRow> rows = new ArrayList<>();
        rows.add(new AutoRow(arch, at.oneShot(), Algorithm.LAMPORT_ONE_SHOT, at.reducing()));
        if (at.twoShot() > 0) {
            rows.add(new AutoRow(arch, at.twoShot(), Algorithm.LAMPORT_TWO_SHOT, at.reducing()));
        }
        rows.addAll(signals(arch, at.oneStage(), at.reducing()));
        return rows;
    }

    private static List<AutoRow> mail(String arch, Crossovers at, long oneStage, String evidence) {
        List<AutoRow> rows = new ArrayList<>();
        rows.add(new AutoRow(arch, at.mail(), Algorithm.MAILBOX_ONE_SHOT, at.moving()));
        rows.addAll(signals(arch, oneStage, evidence));
        return rows;
    }

    private static List<AutoRow> signals(String arch, long oneStage, String evidence) {
        AutoRow first = new AutoRow(arch, oneStage, Algorithm.SIGNAL_ONE_STAGE, evidence);
        return oneStage == Crossovers.ALWAYS
                ? List.of(first)
                : List.of(first, new AutoRow(arch, Long.MAX_VALUE, Algorithm.SIGNAL_TWO_STAGE, evidence));
    }
}
