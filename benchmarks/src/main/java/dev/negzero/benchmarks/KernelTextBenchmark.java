package dev.negzero.benchmarks;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** The part of the processor's work that is kernel text: sources of both platforms, their digests and their bytes. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class KernelTextBenchmark {
    /** Interfaces. */
    @Param({"1", "100", "1000"})
    public int types;

    private final List<KernelPlan> plans = new ArrayList<>();

    /** JMH's own. */
    public KernelTextBenchmark() {}

    /** Plans the interfaces of {@link ProcessorBenchmark}. */
    @Setup
    public void plan() {
        for (int i = 0; i < types; i++) {
            List<MethodSpec> methods = List.of(
                    method("meet", Operation.BARRIER, Protocol.SIGNAL),
                    method("sum", Operation.ALL_REDUCE, Protocol.AUTO));
            plans.add(new KernelPlanner()
                    .plan(new CollectiveSpec(
                            "com.acme",
                            "Sums" + i,
                            "Sums" + i,
                            TypeShape.PLAIN,
                            DType.BF16,
                            8,
                            2,
                            Scope.SYSTEM,
                            8 << 20,
                            true,
                            methods,
                            List.of())));
        }
    }

    private static MethodSpec method(String name, Operation operation, Protocol protocol) {
        return new MethodSpec(
                name,
                name + "()",
                List.of("Sums"),
                List.of(operation),
                ReduceOp.SUM,
                protocol,
                List.of(DType.BF16),
                8,
                8 << 20,
                MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), List.of()));
    }

    /** All of it. */
    @Benchmark
    public void kernelText(Blackhole hole) {
        for (KernelPlan plan : plans) {
            Map<Platform, String> texts = KernelEmitter.emitForGpus(plan);
            hole.consume(KernelManifest.of(plan, texts));
            texts.values().forEach(text -> hole.consume(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
