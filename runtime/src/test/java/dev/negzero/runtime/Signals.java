package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;

/** Signals that stop a process and let it go on. */
final class Signals {
    private Signals() {}

    /** Sends one, STOP say. By the shell's own command: a machine need not have a program for it. */
    static void send(Process process, String name) throws IOException, InterruptedException {
        String command = "kill -" + name + " " + process.pid();
        assertEquals(
                0, new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor(), command);
    }
}
