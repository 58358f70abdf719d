package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Makes plans; nothing else does. Expects a spec in which the rules found nothing. */
public final class KernelPlanner {
    private final Tuning tuning;

    /**
     * A planner with the given tables.
     *
     * @param tuning measured shapes and crossovers
     */
    public KernelPlanner(Tuning tuning) {
        this.tuning = tuning;
    }

    /** A planner with the tables that ship. */
    public KernelPlanner() {
        this(Tuning.shipped());
    }

    /**
     * Plans one interface.
     *
     * @param spec a spec without findings
     * @return the plan; equal specs give equal plans
     */
    public KernelPlan plan(CollectiveSpec spec) {
        List<MethodPlan> methods = new ArrayList<>();
        for (MethodSpec method : spec.methods()) {
            methods.add(method(spec, method, methods.size()));
        }
        return new KernelPlan(
                spec.packageName(),
                spec.flatName(),
                spec.sourceName(),
                spec.groupSize(),
                spec.scope(),
                spec.verify(),
                layout(spec, methods),
                methods);
    }

    private MethodPlan method(CollectiveSpec spec, MethodSpec method, int index) {
        List<KernelVariant> variants = new ArrayList<>();
        for (Algorithm algorithm : Algorithms.of(method, spec.groupSize())) {
            variants.add(new KernelVariant(
                    algorithm,
                    entryPoint(method.name(), index, algorithm),
                    limit(spec, method, algorithm),
                    tuning.shape(algorithm, spec.groupSize(), method.width())));
        }
        return new MethodPlan(
                index,
                method.name(),
                method.key(),
                digest(method),
                method.operation(),
                method.reduceOp(),
                method.protocol(),
                method.dtype(),
                method.width(),
                method.counts(),
                method.root(),
                variants,
                autoRows(spec, method, variants));
    }

    /**
     * A protocol asked for by name must carry all of maxBytes; under AUTO it need only reach its crossover. Of two
     * algorithms of a named protocol the first, for shorter messages, stops at its crossover as well.
     */
    private long limit(CollectiveSpec spec, MethodSpec method, Algorithm algorithm) {
        if (algorithm.protocol() == Protocol.SIGNAL) {
            return Long.MAX_VALUE;
        }
        List<Algorithm> all = Algorithms.of(method, spec.groupSize());
        boolean yields = algorithm == Algorithm.LAMPORT_ONE_SHOT && all.contains(Algorithm.LAMPORT_TWO_SHOT);
        boolean byName = method.protocol() == algorithm.protocol();
        return byName && !yields
                ? method.maxBytes()
                : Math.min(method.maxBytes(), tuning.crossover(method.operation(), algorithm, spec.groupSize()));
    }

    /** The tuning rows that this method has variants for, cut to what each variant can carry. */
    private List<AutoRow> autoRows(CollectiveSpec spec, MethodSpec method, List<KernelVariant> variants) {
        boolean bounded = method.protocol() == Protocol.LAMPORT || method.protocol() == Protocol.MAILBOX;
        if (bounded || !method.operation().hasData()) {
            return List.of();
        }
        Map<Algorithm, Long> limits = new EnumMap<>(Algorithm.class);
        variants.forEach(v -> limits.put(v.algorithm(), v.limitBytes()));
        List<AutoRow> rows = new ArrayList<>();
        for (AutoRow row : tuning.auto(method.operation(), spec.groupSize())) {
            Long limit = limits.get(row.algorithm());
            if (limit != null) {
                rows.add(new AutoRow(row.arch(), Math.min(row.upToBytes(), limit), row.algorithm(), row.evidence()));
            }
        }
        return rows;
    }

    private static SignalLayout layout(CollectiveSpec spec, List<MethodPlan> methods) {
        Workspace workspace = new Workspace(spec.groupSize());
        for (MethodPlan method : methods) {
            long maxBytes = spec.methods().get(method.index()).maxBytes();
            method.variants().forEach(variant -> workspace.add(method, variant, maxBytes));
        }
        return workspace.layout();
    }

    private static String entryPoint(String name, int index, Algorithm algorithm) {
        return "nz_" + CppName.of(name) + "_" + index + "_" + algorithm.id();
    }

    /**
     * CRC-32C of what makes two methods incompatible; never 0. Sender and receiver call different methods, so of a
     * hand-off only what travels counts.
     */
    private static int digest(MethodSpec method) {
        CRC32C crc = new CRC32C();
        String text = method.operation().isHandOff()
                ? String.join("|", "HAND_OFF", method.dtype().name(), Integer.toString(method.width()))
                : String.join(
                        "|",
                        method.key(),
                        method.operation().name(),
                        method.reduceOp().name(),
                        method.dtype().name(),
                        Integer.toString(method.width()),
                        method.counts().name());
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue() == 0 ? 1 : (int) crc.getValue();
    }
}
