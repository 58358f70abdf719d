package dev.negzero.tests.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that has ended.
 *
 * @param status its exit status; -1 if it was ended as it ran for too long
 * @param output what it wrote to both of its streams
 */
public record Program(int status, String output) {
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /**
     * Runs a program and waits for it, for five minutes at most.
     *
     * @param folder where it runs
     * @param command path and arguments
     */
    public static Program run(Path folder, String... command) {
        return run(folder, List.of(command));
    }

    /** As {@link #run(Path, String...)}. */
    public static Program run(Path folder, List<String> command) {
        return run(folder, LONGEST, command);
    }

    /** As {@link #run(Path, String...)}, for programs that take longer than five minutes. */
    public static Program run(Path folder, Duration longest, List<String> command) {
        try {
            Path log = Files.createTempFile("negzero", ".log");
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                boolean ended = process.waitFor(longest.toSeconds(), TimeUnit.SECONDS);
                return new Program(ended ? process.exitValue() : -1, Files.readString(log));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " ran", e);
        }
    }

    /** Fails, with the output, unless it ended with 0. */
    public Program assertSucceeds() {
        assertEquals(0, status, output);
        return this;
    }
}
