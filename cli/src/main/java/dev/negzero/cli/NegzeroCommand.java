package dev.negzero.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command and its subcommands. Exit codes: 0 done, 1 it ran and failed, 2 it was called wrongly; for 1 and 2 one
 * line on the error stream says why.
 */
@Command(
        name = "negzero",
        description = "GPU collectives for Java, generated at compile time.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        subcommands = {DemoCommand.class, PlanCommand.class, DoctorCommand.class, BenchCommand.class})
final class NegzeroCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /**
     * Runs the command inside this JVM.
     *
     * @param out where results go
     * @param err where errors go
     * @param args as typed
     * @return the exit code
     */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return command(out, err).execute(args);
    }

    /** The command with its way to report errors. */
    static CommandLine command(PrintWriter out, PrintWriter err) {
        return new CommandLine(new NegzeroCommand())
                .setOut(out)
                .setErr(err)
                // A file of arguments that can't be read would end in an exception, and nothing here needs one.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(NegzeroCommand::calledWrongly)
                .setExecutionExceptionHandler(NegzeroCommand::failed);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: demo, plan, doctor or bench");
    }

    private static int calledWrongly(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        command.getErr().println(line(command, problem) + " (see --help)");
        return ExitCode.USAGE;
    }

    private static int failed(Exception problem, CommandLine command, ParseResult args) {
        command.getErr().println(line(command, problem));
        return ExitCode.SOFTWARE;
    }

    private static String line(CommandLine command, Exception problem) {
        String message = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        return command.getCommandSpec().qualifiedName() + ": "
                + message.lines().findFirst().orElse(problem.toString());
    }
}
