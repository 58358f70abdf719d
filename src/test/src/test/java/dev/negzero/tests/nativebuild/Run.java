package dev.negzero.tests.nativebuild;

import java.io.File;
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
 * @param command how it was called
 * @param status its exit status; -1 if it was ended after its time
 * @param output what it wrote to both of its streams
 */
public record Run(List<String> command, int status, String output) {
    /** Runs a program and waits for it, at most as long as given. */
    public static Run of(Duration limit, Path folder, List<String> command) {
        try {
            Path log = Files.createTempFile("run", ".log");
            try {
                return of(limit, folder, command, log.toFile());
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " ran", e);
        }
    }

    private static Run of(Duration limit, Path folder, List<String> command, File log)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Run(command, ended ? process.exitValue() : -1, Files.readString(log.toPath()));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    public boolean succeeded() {
        return status == 0;
    }

    /** The line that says why a run failed, as far as it says so. */
    public String reason() {
        return output.lines()
                .filter(line -> line.startsWith("FAIL") || line.contains("ThreadSanitizer:") || line.contains("ERROR:"))
                .findFirst()
                .orElse("exit status " + status);
    }

    /** Prints what a run that must succeed has to say, its seed above all. */
    public void expectSuccess() {
        if (!succeeded()) {
            throw new AssertionError("exit status " + status + " of\n" + String.join(" ", command) + "\n" + output);
        }
        System.out.print(output);
    }
}
