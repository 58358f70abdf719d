package dev.negzero.cli;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Entry point of the {@code negzero} command. */
public final class Main {
    /** Held, as a logger that nobody holds forgets its level. */
    private static final Logger RUNTIME = Logger.getLogger("dev.negzero");

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        // The runtime tells which engine it chose; the commands print that themselves.
        RUNTIME.setLevel(Level.WARNING);
        System.exit(NegzeroCommand.run(writer(System.out), writer(System.err), args));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    }
}
