package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.cli.bench.Bench;
import dev.negzero.cli.bench.BenchLanes;
import dev.negzero.cli.bench.BenchOperation;
import dev.negzero.cli.bench.BenchOptions;
import dev.negzero.cli.bench.BenchResult;
import dev.negzero.cli.bench.BenchType;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F16;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.spec.Operation;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the algorithms that AUTO may choose beside each other, as {@code negzero bench} measures: of one size all
 * algorithms in turn, then of the next. For benchmarks/host-algorithms.sh and benchmarks/gpu/crossover. Results are checked.
 *
 * <p>Arguments: engine, ranks, type, calls in a graph (0 for single calls), calls per timing (0 as in the bench), bytes
 * of the shortest and the longest segment, factor, names of methods as {@link AlgorithmPlans#name} makes them, or of
 * operations, for all algorithms of each. Prints ranks,dtype,operation,algorithm,bytes,time_us,wrong; bytes of a segment.
 */
final class AlgorithmTimes {
    /** Timings of the shortest message in front of the first that counts: where ranks spin on all cores the JIT takes long. */
    private static final int WARM_UPS = 5;

    private final Group group;
    private final List<Communicator> communicators;
    private final KernelPlan plan;
    private final BenchOptions options;
    /** On the host engine, where there are as many cores, each rank has one of its own. */
    private final boolean bound;

    private final Map<MethodPlan, BenchLanes<?>> lanes = new LinkedHashMap<>();

    private AlgorithmTimes(
            Group group, List<Communicator> communicators, KernelPlan plan, BenchOptions options, boolean bound) {
        this.group = group;
        this.communicators = communicators;
        this.plan = plan;
        this.options = options;
        this.bound = bound;
    }

    public static void main(String[] args) {
        run(args, System.out);
    }

    static void run(String[] args, PrintStream out) {
        BenchType type = BenchType.valueOf(args[2].toUpperCase(Locale.ROOT));
        KernelPlan plan = AlgorithmPlans.of(Integer.parseInt(args[1]), DType.valueOf(type.name()));
        try (Group group = Bench.group(options(args, type, Operation.ALL_REDUCE))) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "algorithms");
            boolean bound = group.engine().equals("host")
                    && group.size() <= Runtime.getRuntime().availableProcessors();
            for (String name : List.of(args).subList(8, args.length)) {
                List<MethodPlan> methods = methods(plan, name);
                BenchOptions options = options(args, type, methods.get(0).operation());
                new AlgorithmTimes(group, communicators, plan, options, bound)
                        .measure(methods, Long.parseLong(args[5]), Long.parseLong(args[6]), out);
            }
        }
    }

    private static List<MethodPlan> methods(KernelPlan plan, String name) {
        List<MethodPlan> methods = plan.methods().stream()
                .filter(method -> method.name().equals(name) || method.name().startsWith(name + "_by_"))
                .toList();
        if (methods.isEmpty()) {
            throw new IllegalArgumentException("no operation or method " + name);
        }
        return methods;
    }

    private static BenchOptions options(String[] args, BenchType type, Operation operation) {
        BenchOperation measured = BenchOperation.valueOf(operation.name());
        int ranks = Integer.parseInt(args[1]);
        // The bench's sizes are of all segments together.
        int segments = operation.segmentsInput() || operation.segmentsOutput() ? ranks : 1;
        return new BenchOptions(
                args[0],
                ranks,
                measured,
                type,
                Protocol.AUTO,
                Long.parseLong(args[5]) * segments,
                Long.parseLong(args[6]) * segments,
                Integer.parseInt(args[7]),
                Integer.parseInt(args[4]),
                Integer.parseInt(args[3]),
                true);
    }

    private void measure(List<MethodPlan> methods, long shortest, long longest, PrintStream out) {
        methods.forEach(method -> lanes.put(method, open(method)));
        for (int i = 0; i < WARM_UPS; i++) {
            lanes.values().forEach(lane -> lane.measure(options.shortest()));
        }
        for (long bytes = shortest; bytes <= longest; bytes *= options.factor()) {
            measure(bytes, out);
        }
    }

    private BenchLanes<?> open(MethodPlan method) {
        return switch (options.type()) {
            case F32 -> open(method, F32.class);
            case BF16 -> open(method, BF16.class);
            case F16 -> open(method, F16.class);
        };
    }

    private <T extends Element> BenchLanes<T> open(MethodPlan method, Class<T> element) {
        int fence = GpuPlans.index(plan, AlgorithmPlans.BARRIER);
        return BenchLanes.open(
                group,
                options,
                element,
                rank -> new AlgorithmCalls<>(
                        communicators.get(rank.index()), method.index(), fence, () -> place(rank.index())));
    }

    private void place(int rank) {
        if (bound) {
            Cores.bind(rank);
        }
    }

    private void measure(long bytes, PrintStream out) {
        lanes.forEach((method, lane) -> {
            if (bytes <= method.variants().get(0).limitBytes()) {
                BenchResult result = lane.measure(bytes / method.dtype().bytes());
                out.printf(
                        Locale.ROOT,
                        "%d,%s,%s,%s,%d,%.2f,%d%n",
                        options.ranks(),
                        options.type().name().toLowerCase(Locale.ROOT),
                        method.operation().id(),
                        method.variants().get(0).algorithm().id(),
                        bytes,
                        result.microseconds(),
                        result.wrong().orElseThrow());
            }
        });
    }
}
