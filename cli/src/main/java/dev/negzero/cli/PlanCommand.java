package dev.negzero.cli;

import dev.negzero.emit.PlanText;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the plan in a manifest. */
@Command(
        name = "plan",
        description = "Prints a manifest's plan: entry points, bytes of each rank's region, AUTO tables.",
        mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "MANIFEST",
            description =
                    "a .json file, a resource, or an interface such as" + " dev.negzero.samples.digits.Gradients.F32x4")
    private String manifest = "";

    @Override
    public Integer call() throws IOException {
        PlanText.of(ManifestFinder.find(manifest)).forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }
}
