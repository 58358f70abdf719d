package dev.negzero.tests.docs;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.spec.Problem;
import dev.negzero.spec.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes docs/errors.md from the two enums of problems. */
final class ErrorsPage {
    private static final String HEAD = """
            # Errors

            Written from the enums `Problem` and `RuntimeProblem` by a test; don't edit it here. Every message reads
            `CODE: what is wrong; found X; what to do`. A code is never given to another problem. `{names}` stand for
            values of your source. Below each table stands an example of each code: a source, and what javac says to it.
            Sources begin with `import dev.negzero.annotations.*; import dev.negzero.runtime.*;`, on their lines 1 and 2.
            """;

    private static final List<String> SECTIONS = List.of(
            "NZ1xx: the interface and its values, at compile time",
            "NZ2xx: signatures, at compile time",
            "NZ3xx: protocol against dtype and op, at compile time",
            "NZ4xx: names and output, at compile time",
            "NZ5xx: processor options, at compile time",
            "NZ6xx: use, at run time; nothing was enqueued",
            "NZ7xx: faults between ranks, at run time",
            "NZ8xx: loading and opening, at run time");

    /** Those that no source of a user's own brings about: a late type under ecj, and a bug of ours. */
    static final Set<Problem> WITHOUT_EXAMPLE = Set.of(Problem.UNRESOLVED, Problem.INTERNAL);

    private ErrorsPage() {}

    /** One problem of either enum. */
    private record Row(String code, String what, String found, String cure) {
        static Row of(Problem problem) {
            String mark = problem.severity() == Severity.WARNING ? " (warning)" : "";
            return new Row(problem.code() + mark, problem.what(), problem.found(), problem.cure());
        }

        static Row of(RuntimeProblem problem) {
            return new Row(problem.code(), problem.text(), "", problem.cure());
        }

        String line() {
            return Stream.of(code, what, found, cure)
                    .map(cell -> cell.replace("<", "&lt;").replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n"));
        }
    }

    static String text() {
        List<Row> rows = Stream.concat(
                        Arrays.stream(Problem.values()).map(Row::of),
                        Arrays.stream(RuntimeProblem.values()).map(Row::of))
                .toList();
        StringBuilder page = new StringBuilder(HEAD);
        for (String section : SECTIONS) {
            List<Row> here = rows.stream()
                    .filter(row -> row.code().startsWith(section.substring(0, 3)))
                    .toList();
            if (!here.isEmpty()) {
                page.append("\n## ").append(section).append("\n\n");
                page.append("| code | what is wrong | found | what to do |\n|---|---|---|---|\n");
                here.forEach(row -> page.append(row.line()));
                examples(section.substring(0, 3)).forEach(page::append);
            }
        }
        return page.toString();
    }

    private static List<String> examples(String codes) {
        return Arrays.stream(Problem.values())
                .filter(problem -> problem.code().startsWith(codes) && !WITHOUT_EXAMPLE.contains(problem))
                .map(problem -> "\n### " + problem.code() + "\n\n"
                        + ErrorExample.of(problem.code()).markdown())
                .toList();
    }
}
