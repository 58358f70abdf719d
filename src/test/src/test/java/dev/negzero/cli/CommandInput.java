package dev.negzero.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** Words as arguments of the command: help, or one line on the error stream with code 1 or 2; never an exception. */
public final class CommandInput {
    private static final StringWriter ERR = new StringWriter();
    /** Made once: reading its annotations takes much longer than parsing. Each parse starts from the defaults. */
    private static final CommandLine COMMAND = NegzeroCommand.command(
                    new PrintWriter(Writer.nullWriter()), new PrintWriter(ERR, true))
            .setExecutionStrategy(CommandInput::upToTheWork);

    private CommandInput() {}

    /** Parses and checks the words, and reads the manifest that they name; measures and trains nothing. */
    public static void check(String... words) {
        ERR.getBuffer().setLength(0);
        int code = COMMAND.execute(words);
        long lines = ERR.toString().lines().count();
        if (code < ExitCode.OK || code > ExitCode.USAGE || lines != (code == ExitCode.OK ? 0 : 1)) {
            throw new AssertionError("code " + code + ": " + ERR);
        }
    }

    private static int upToTheWork(ParseResult result) {
        Integer help = CommandLine.executeHelpRequest(result);
        if (help != null) {
            return help;
        }
        ParseResult last = result;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        Object command = last.commandSpec().userObject();
        if (command instanceof BenchCommand bench) {
            bench.options();
        } else if (command instanceof DemoCommand demo) {
            demo.options();
        } else if (command instanceof PlanCommand plan) {
            read(plan, last.commandSpec().commandLine());
        } else if (command instanceof NegzeroCommand none) {
            none.run();
        }
        return ExitCode.OK;
    }

    private static void read(PlanCommand plan, CommandLine line) {
        try {
            plan.call();
        } catch (IOException | RuntimeException e) {
            throw new ExecutionException(line, "as picocli wraps it", e);
        }
    }
}
