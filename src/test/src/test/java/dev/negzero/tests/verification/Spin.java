package dev.negzero.tests.verification;

import dev.negzero.tests.nativebuild.Run;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs spin and what it makes of a model. */
final class Spin {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int MEMORY_MIB = 1800;

    /**
     * How a model is compiled and searched.
     *
     * @param optimise the compiler's level
     * @param depth steps of the longest path that is followed; one that is longer makes the search incomplete
     * @param hash binary logarithm of the hash table's slots
     */
    private record Effort(String optimise, int depth, int hash) {
        /** All states. */
        static final Effort WHOLE = new Effort("-O1", 3_000_000, 22);
        /** Up to the first error: quick to compile, little to clear. */
        static final Effort FIRST_ERROR = new Effort("-O0", 100_000, 18);
    }

    private static final Pattern ERRORS = Pattern.compile("^State-vector .*, errors: (\\d+)$", Pattern.MULTILINE);
    private static final Pattern FIRST =
            Pattern.compile("^pan:1: (assertion violated|invalid end state)", Pattern.MULTILINE);

    private final Path spin = Tools.require("spin");
    private final Path gcc = Tools.require("gcc");

    /**
     * What a search found.
     *
     * @param error the kind of the first error; empty if there is none
     * @param complete whether all states were searched, or an error ended the search
     */
    record Verdict(String error, boolean complete, String output) {}

    /** Searches all states of a model for a failed assertion, or a state in which nobody can go on and somebody should. */
    Verdict search(Model model, List<String> flags) {
        return search(model, flags, Effort.WHOLE);
    }

    /** Searches a model that is known to have an error, for the first one. */
    Verdict refute(Model model, List<String> flags) {
        return search(model, flags, Effort.FIRST_ERROR);
    }

    private Verdict search(Model model, List<String> flags, Effort effort) {
        try {
            Path folder = Files.createTempDirectory("spin");
            try {
                return search(model, flags, effort, folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Verdict search(Model model, List<String> flags, Effort effort, Path folder) throws IOException {
        Files.copy(model.file(), folder.resolve(model.name()));
        List<String> generate = new ArrayList<>(List.of(spin.toString(), "-a"));
        generate.addAll(flags);
        generate.add(model.name());
        run(folder, generate);
        run(
                folder,
                List.of(
                        gcc.toString(),
                        effort.optimise,
                        "-w",
                        "-DSAFETY",
                        "-DCOLLAPSE",
                        "-DMEMLIM=" + MEMORY_MIB,
                        "-opan",
                        "pan.c"));
        String pan = folder.resolve("pan").toString();
        return verdict(Run.of(LIMIT, folder, List.of(pan, "-m" + effort.depth, "-w" + effort.hash)));
    }

    /** Spin and the compiler are silent when all is well, except for the compiler's notes. */
    private static void run(Path folder, List<String> command) {
        Run run = Run.of(LIMIT, folder, command);
        if (!run.succeeded() || run.output().contains("Error:")) {
            throw new AssertionError(command + " failed:\n" + run.output());
        }
    }

    static Verdict verdict(Run pan) {
        String output = pan.output();
        Matcher first = FIRST.matcher(output);
        if (first.find()) {
            return new Verdict(first.group(1), true, output);
        }
        Matcher errors = ERRORS.matcher(output);
        boolean none = errors.find() && errors.group(1).equals("0");
        boolean whole = !output.contains("max search depth too small")
                && !output.contains("Search not completed")
                && !output.contains("out of memory");
        return new Verdict("", pan.succeeded() && none && whole, output);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
