package dev.negzero.benchmarks;

import com.google.auto.value.processor.AutoValueProcessor;
import dev.negzero.plan.KernelPlan;
import dev.negzero.processor.NegzeroProcessor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import javax.annotation.processing.Processor;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One compilation of many annotated types, in memory. What a processor adds is its row less the row of the same sources without
 * processing. AutoValue is what to be compared with: it writes one class for each type. The serial collector leaves the compiling
 * thread alone while it compiles; G1's write barriers and the threads behind them spread the times of one row over a third.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx2g", "-XX:+UseSerialGC"})
public class ProcessorBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Time that the compiling thread spent on a processor. Javac has one thread, so this is the compilation's time but for what the
     * collector does meanwhile; and other programs of the machine add far less to it than to the time on the clock.
     */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Cpu {
        /** Milliseconds, summed over iterations. */
        public double ms;

        /** JMH's own. */
        public Cpu() {}
    }

    /** Types in one compilation. */
    @Param({"1", "100", "1000"})
    public int types;

    private List<JavaFileObject> interfaces = List.of();
    private List<JavaFileObject> values = List.of();
    private List<JavaFileObject> plain = List.of();
    private List<KernelPlan> plans = List.of();

    /** JMH's own. */
    public ProcessorBenchmark() {}

    private static final String INTERFACE = """
            package com.acme;
            import dev.negzero.annotations.*;
            import dev.negzero.runtime.*;
            @Collective(dtype = DType.BF16, width = 8, groupSize = 2)
            interface Sums%d {
                @AllReduce void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
                @Barrier void meet();
            }
            """;
    private static final String VALUE = """
            package com.acme;
            import com.google.auto.value.AutoValue;
            @AutoValue
            abstract class Value%d {
                abstract int count();
                abstract String name();
            }
            """;

    private static final String PLAIN = "package com.acme; interface Plain%d { void meet(); }";

    /** Writes the sources. */
    @Setup
    public void write() {
        interfaces = sources(i -> Memory.source("com.acme.Sums" + i, INTERFACE.formatted(i)));
        values = sources(i -> Memory.source("com.acme.Value" + i, VALUE.formatted(i)));
        plans = KernelTextProcessor.plans(types);
        plain = sources(i -> Memory.source("com.acme.Plain" + i, PLAIN.formatted(i)));
    }

    private List<JavaFileObject> sources(IntFunction<JavaFileObject> source) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < types; i++) {
            sources.add(source.apply(i));
        }
        return sources;
    }

    /** Interfaces, and all that is generated for them. */
    @Benchmark
    public void negzero(Cpu cpu) throws IOException {
        compile(cpu, interfaces, List.of(new NegzeroProcessor()));
    }

    /** Interfaces, and of what is generated for them only the kernels' sources and manifests. */
    @Benchmark
    public void kernelText(Cpu cpu) throws IOException {
        compile(cpu, interfaces, List.of(new KernelTextProcessor(plans)));
    }

    /** The same interfaces as javac alone takes them. */
    @Benchmark
    public void negzeroWithoutProcessing(Cpu cpu) throws IOException {
        compile(cpu, interfaces, List.of());
    }

    /** Value types, and a class for each. */
    @Benchmark
    public void autoValue(Cpu cpu) throws IOException {
        compile(cpu, values, List.of(new AutoValueProcessor()));
    }

    /** The same value types as javac alone takes them. */
    @Benchmark
    public void autoValueWithoutProcessing(Cpu cpu) throws IOException {
        compile(cpu, values, List.of());
    }

    /** Types that the processor has nothing to do with. */
    @Benchmark
    public void unannotated(Cpu cpu) throws IOException {
        compile(cpu, plain, List.of(new NegzeroProcessor()));
    }

    /** The same types as javac alone takes them. */
    @Benchmark
    public void unannotatedWithoutProcessing(Cpu cpu) throws IOException {
        compile(cpu, plain, List.of());
    }

    private static void compile(Cpu cpu, List<JavaFileObject> sources, List<Processor> processors) throws IOException {
        long before = THREADS.getCurrentThreadCpuTime();
        compile(sources, processors);
        cpu.ms += (THREADS.getCurrentThreadCpuTime() - before) / 1e6;
    }

    private static void compile(List<JavaFileObject> sources, List<Processor> processors) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (Memory files = new Memory(compiler.getStandardFileManager(diagnostics, null, null))) {
            List<String> options = processors.isEmpty() ? List.of("-proc:none") : List.of();
            var task = compiler.getTask(null, files, diagnostics, options, null, sources);
            if (!processors.isEmpty()) {
                task.setProcessors(processors);
            }
            if (!task.call()) {
                throw new IllegalStateException(diagnostics.getDiagnostics().toString());
            }
        }
    }
}
