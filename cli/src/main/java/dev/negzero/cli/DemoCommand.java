package dev.negzero.cli;

import dev.negzero.annotations.Protocol;
import dev.negzero.samples.digits.Digits;
import dev.negzero.samples.digits.Reference;
import dev.negzero.samples.digits.Training;
import dev.negzero.samples.digits.TrainingOptions;
import dev.negzero.samples.digits.TrainingResult;
import dev.negzero.samples.digits.Wire;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Trains on digits over several ranks, then holds the result against a reference. */
@Command(
        name = "demo",
        description = "Trains a small network on handwritten digits, data-parallel over several ranks.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--ranks", paramLabel = "N", description = "ranks that share each batch, 2..8")
    private int ranks = 4;

    @Option(names = "--protocol", paramLabel = "NAME", description = "auto, lamport, signal or mailbox")
    private Protocol protocol = Protocol.AUTO;

    @Option(names = "--dtype", paramLabel = "NAME", description = "type in which gradients travel: f32 or bf16")
    private Wire dtype = Wire.F32;

    @Option(names = "--epochs", paramLabel = "N", description = "passes over the training rows, 1 or more")
    private int epochs = 20;

    @Option(names = "--seed", paramLabel = "N", description = "of the initial weights and the order of the rows")
    private long seed = 1;

    @Override
    public Integer call() {
        TrainingOptions options = options();
        Digits digits = Digits.load();
        DemoScreen screen =
                new DemoScreen(spec.commandLine().getOut(), options, Boolean.getBoolean("negzero.terminal"));
        TrainingResult result = Training.run(digits, options, screen);
        boolean equal = screen.verdict(
                result, Reference.train(digits, options), digits.test().size());
        return equal ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** The options as they were given; refused like a value that can't be parsed when one is out of range. */
    TrainingOptions options() {
        try {
            return new TrainingOptions(ranks, dtype, protocol, epochs, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }
}
