package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
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
        for (Algorithm algorithm : algorithms(method)) {
            variants.add(new KernelVariant(
                    algorithm,
                    entryPoint(method.name(), index, algorithm),
                    limit(spec, method, algorithm),
                    tuning.shape(algorithm, spec.groupSize())));
        }
        List<AutoRow> auto = List.of();
        if (method.protocol() != Protocol.LAMPORT && method.protocol() != Protocol.MAILBOX) {
            auto = autoRows(spec, method, variants);
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
                variants,
                auto);
    }

    private static List<Algorithm> algorithms(MethodSpec method) {
        if (method.operation() == Operation.BARRIER) {
            return List.of(Algorithm.SIGNAL_BARRIER);
        }
        List<Algorithm> all = new ArrayList<>(List.of(
                Algorithm.LAMPORT_ONE_SHOT,
                Algorithm.SIGNAL_ONE_STAGE,
                Algorithm.SIGNAL_TWO_STAGE,
                Algorithm.MAILBOX_ONE_SHOT));
        if (method.protocol() != Protocol.AUTO) {
            all.removeIf(a -> a.protocol() != method.protocol());
        } else if (!method.dtype().isFloat()) {
            all.remove(Algorithm.LAMPORT_ONE_SHOT);
        }
        return all;
    }

    /** A protocol asked for by name must carry all of maxBytes; under AUTO it need only reach its crossover. */
    private long limit(CollectiveSpec spec, MethodSpec method, Algorithm algorithm) {
        boolean byName = method.protocol() == algorithm.protocol();
        return switch (algorithm) {
            case LAMPORT_ONE_SHOT, MAILBOX_ONE_SHOT ->
                byName ? method.maxBytes() : Math.min(method.maxBytes(), tuning.crossover(algorithm, spec.groupSize()));
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE, SIGNAL_BARRIER -> Long.MAX_VALUE;
        };
    }

    /** The tuning rows that this method has variants for, cut to what each variant can carry. */
    private List<AutoRow> autoRows(CollectiveSpec spec, MethodSpec method, List<KernelVariant> variants) {
        Map<Algorithm, Long> limits = new EnumMap<>(Algorithm.class);
        variants.forEach(v -> limits.put(v.algorithm(), v.limitBytes()));
        if (method.operation() == Operation.BARRIER) {
            return List.of();
        }
        List<AutoRow> rows = new ArrayList<>();
        for (AutoRow row : tuning.auto(spec.groupSize())) {
            Long limit = limits.get(row.algorithm());
            if (limit != null) {
                rows.add(new AutoRow(row.arch(), Math.min(row.upToBytes(), limit), row.algorithm(), row.evidence()));
            }
        }
        return rows;
    }

    private SignalLayout layout(CollectiveSpec spec, List<MethodPlan> methods) {
        int blocks = 1;
        Map<Protocol, Long> workspace = new EnumMap<>(Protocol.class);
        long lamport64 = 0;
        for (int i = 0; i < methods.size(); i++) {
            for (KernelVariant variant : methods.get(i).variants()) {
                blocks = Math.max(blocks, variant.shape().maxBlocks());
                long bytes = variant.limitBytes() == Long.MAX_VALUE
                        ? spec.methods().get(i).maxBytes()
                        : variant.limitBytes();
                Algorithm algorithm = variant.algorithm();
                if (algorithm == Algorithm.LAMPORT_ONE_SHOT
                        && methods.get(i).dtype().bytes() == 8) {
                    lamport64 = Math.max(lamport64, pad(bytes));
                } else if (algorithm != Algorithm.SIGNAL_BARRIER) {
                    workspace.merge(algorithm.protocol(), pad(bytes), Math::max);
                }
            }
        }
        ToLongFunction<Protocol> bytes = p -> workspace.getOrDefault(p, 0L);
        return new SignalLayout(
                spec.groupSize(),
                blocks,
                bytes.applyAsLong(Protocol.MAILBOX) / 4,
                bytes.applyAsLong(Protocol.SIGNAL),
                bytes.applyAsLong(Protocol.LAMPORT),
                lamport64);
    }

    /** Whole packs of the widest kind, so that every slot starts aligned for every width. */
    private static long pad(long bytes) {
        return (bytes + 15) / 16 * 16;
    }

    private static String entryPoint(String name, int index, Algorithm algorithm) {
        return "nz_" + CppName.of(name) + "_" + index + "_" + algorithm.id();
    }

    /** CRC-32C of what makes two methods incompatible; never 0. */
    private static int digest(MethodSpec method) {
        CRC32C crc = new CRC32C();
        String text = String.join(
                "|",
                method.key(),
                method.operation().name(),
                method.reduceOp().name(),
                method.dtype().name(),
                Integer.toString(method.width()));
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue() == 0 ? 1 : (int) crc.getValue();
    }
}
