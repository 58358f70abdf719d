package dev.negzero.cli;

import dev.negzero.annotations.Protocol;
import dev.negzero.cli.bench.Bench;
import dev.negzero.cli.bench.BenchOperation;
import dev.negzero.cli.bench.BenchOptions;
import dev.negzero.cli.bench.BenchType;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures collectives on this machine. */
@Command(
        name = "bench",
        description = "Measures a collective over a range of sizes and prints the columns of nccl-tests.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--engine", paramLabel = "NAME", description = "auto, host or cuda")
    private String engine = "auto";

    @Option(names = "--ranks", paramLabel = "N", description = "ranks of the group, 2..8")
    private int ranks = 2;

    @Option(names = "--op", paramLabel = "NAME", description = "${COMPLETION-CANDIDATES}, in either case")
    private BenchOperation operation = BenchOperation.ALL_REDUCE;

    @Option(names = "--dtype", paramLabel = "NAME", description = "f32, bf16 or f16")
    private BenchType type = BenchType.F32;

    @Option(names = "--protocol", paramLabel = "NAME", description = "auto, lamport, signal or mailbox")
    private Protocol protocol = Protocol.AUTO;

    @Option(
            names = "--min",
            paramLabel = "BYTES",
            converter = ByteSize.class,
            description = "smallest message; K, M and G may follow the number")
    private long min = 8;

    @Option(
            names = "--max",
            paramLabel = "BYTES",
            converter = ByteSize.class,
            description = "longest message; 0 for what the protocol carries, up to 64M")
    private long max = 0;

    @Option(names = "--factor", paramLabel = "N", description = "from one size to the next, 2 or more")
    private int factor = 2;

    @Option(
            names = "--iters",
            paramLabel = "N",
            description = "calls per timing; 0 for 5000 of the smallest messages down to 5 of the longest")
    private int iterations = 0;

    @Option(
            names = "--graph",
            paramLabel = "CALLS",
            description = "calls that are captured together and then replayed; 0 to make each call by itself")
    private int graph = 0;

    @Option(names = "--check", description = "compare every element of the results; exit with 1 if one is wrong")
    private boolean check = false;

    @Option(names = "--csv", description = "print comma-separated values")
    private boolean csv = false;

    @Override
    public Integer call() {
        BenchOptions options = options();
        BenchTable table = new BenchTable(spec.commandLine().getOut(), options, csv);
        Bench.run(options, table);
        if (table.wrong() > 0) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": wrong elements: " + table.wrong());
            return ExitCode.SOFTWARE;
        }
        return ExitCode.OK;
    }

    /** The options as they were given; refused like a value that can't be parsed when one is out of range. */
    BenchOptions options() {
        try {
            String name = engine.toLowerCase(Locale.ROOT);
            return new BenchOptions(name, ranks, operation, type, protocol, min, max, factor, iterations, graph, check);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }
}
