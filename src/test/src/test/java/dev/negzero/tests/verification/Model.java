package dev.negzero.tests.verification;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Promela model with what its head says about it.
 *
 * @param file the model
 * @param text its text
 */
record Model(Path file, String text) {
    static final Path FOLDER = Path.of("../../verification");

    private static final Pattern RUN = Pattern.compile("^ \\* @run (?<flags>.*)$", Pattern.MULTILINE);
    private static final Pattern MUTANT =
            Pattern.compile("^ \\* @mutant (?<flags>[^:]*): (?<error>.*)$", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern HEADER = Pattern.compile("\\b(\\w+\\.cuh): (\\w+(?:, \\w+)*)");

    /** A search that must find nothing: preprocessor flags. */
    record Search(List<String> flags) {}

    /** A planted fault: flags, and the kind of error that the search must find. */
    record Mutant(List<String> flags, String error) {}

    /** A device header and a function in it that a transition stands for. */
    record Source(String header, String function) {}

    static List<Model> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".pml"))
                    .sorted()
                    .map(Model::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Model read(Path file) {
        try {
            return new Model(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return file.getFileName().toString();
    }

    List<Search> searches() {
        return RUN.matcher(text)
                .results()
                .map(match -> new Search(words(match.group(1))))
                .toList();
    }

    List<Mutant> mutants() {
        return MUTANT.matcher(text)
                .results()
                .map(match -> new Mutant(words(match.group(1)), match.group(2)))
                .toList();
    }

    /** What the comments name. */
    List<Source> sources() {
        return COMMENT.matcher(text)
                .results()
                .map(MatchResult::group)
                .flatMap(comment -> HEADER.matcher(comment).results())
                .flatMap(match ->
                        Stream.of(match.group(2).split(", ")).map(function -> new Source(match.group(1), function)))
                .distinct()
                .toList();
    }

    private static List<String> words(String flags) {
        return List.of(flags.strip().split(" +"));
    }
}
