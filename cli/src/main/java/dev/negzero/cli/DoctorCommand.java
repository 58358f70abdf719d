package dev.negzero.cli;

import dev.negzero.runtime.Group;
import dev.negzero.samples.small.Sample01HelloAllReduce;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells what this machine has. */
@Command(
        name = "doctor",
        description = "Tells which JVM, engine and tools are here, and makes one all-reduce.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Programs programs = Programs.here();
        PrintWriter out = spec.commandLine().getOut();
        Runtime runtime = Runtime.getRuntime();
        line(out, "jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        line(
                out,
                "machine",
                property("os.name") + " " + property("os.arch") + ", " + runtime.availableProcessors()
                        + " processors, heap up to " + (runtime.maxMemory() >> 20) + " MiB");
        tools().forEach((name, use) ->
                line(out, name, programs.find(name).map(Object::toString).orElse("not found") + " (" + use + ")"));
        try (Group group = Group.open(2)) {
            line(out, "engine", group.engine());
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Sample01HelloAllReduce.run(new PrintStream(printed, true, StandardCharsets.UTF_8));
        line(
                out,
                "all-reduce",
                printed.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow());
        return ExitCode.OK;
    }

    /** Programs and what they are for; only the compilation of kernels ever needs one. */
    private static Map<String, String> tools() {
        Map<String, String> tools = new LinkedHashMap<>();
        tools.put("nvcc", "compiles the CUDA kernels");
        tools.put("clang-19", "compiles the kernels for AMD GPUs, and natively in tests");
        tools.put("spin", "checks the models of the protocols");
        tools.put("mpirun", "peer in benchmarks");
        return tools;
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-11s %s%n", name, value);
    }
}
