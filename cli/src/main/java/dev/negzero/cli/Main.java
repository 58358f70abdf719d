package dev.negzero.cli;

import java.io.PrintWriter;

/** Entry point of the {@code negzero} command. */
public final class Main {
    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(NegzeroCommand.run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
    }
}
