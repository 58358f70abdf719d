package dev.negzero.tests.docs;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the tables of docs/protocols.md: operation by dtype by protocol, and operator by dtype. */
final class OperationsTable {
    static final List<Integer> GROUPS = List.of(2, 3, 4, 8, 16);

    private OperationsTable() {}

    static String text() {
        StringBuilder out = new StringBuilder("\n| operation | dtypes |");
        Arrays.stream(Protocol.values())
                .forEach(protocol -> out.append(' ').append(protocol).append(" |"));
        out.append("\n|---|---|---|---|---|---|\n");
        for (Operation operation : Operation.values()) {
            if (operation.hasData()) {
                rows(operation).forEach((cells, dtypes) -> out.append("| ")
                        .append(name(operation))
                        .append(" | ")
                        .append(dtypes)
                        .append(" | ")
                        .append(cells)
                        .append(" |\n"));
            }
        }
        out.append("\n| operator | floating-point types | integers |\n|---|---|---|\n");
        for (ReduceOp op : ReduceOp.values()) {
            out.append("| ").append(op).append(" | ").append(operator(op, DType.F32));
            out.append(" | ").append(operator(op, DType.I32)).append(" |\n");
        }
        return out.append('\n').toString();
    }

    /** Cells of a row, and the dtypes that have the same ones. */
    private static Map<String, String> rows(Operation operation) {
        Map<String, String> rows = new LinkedHashMap<>();
        for (DType dtype : DType.values()) {
            String cells = Arrays.stream(Protocol.values())
                    .map(protocol -> cell(operation, dtype, protocol))
                    .collect(Collectors.joining(" | "));
            rows.merge(cells, dtype.name(), (before, next) -> before + " " + next);
        }
        return rows;
    }

    static String name(Operation operation) {
        return operation.id().replace('_', '-');
    }

    private static String operator(ReduceOp op, DType dtype) {
        List<Problem> problems = new Cell(Operation.ALL_REDUCE, dtype, Protocol.AUTO, op, 2, 4).problems();
        return problems.isEmpty() ? "yes" : problems.get(0).code();
    }

    private static String cell(Operation operation, DType dtype, Protocol protocol) {
        List<Integer> widths = Cell.widths(dtype);
        List<Problem> problems = Cell.of(operation, dtype, protocol, GROUPS.get(0), widths.get(0))
                .problems();
        if (!problems.isEmpty()) {
            return problems.stream().map(Problem::code).collect(Collectors.joining(" "));
        }
        return Arrays.stream(Algorithm.values())
                .map(algorithm -> part(operation, dtype, protocol, algorithm))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** An algorithm, and for which groups and packs if not for all; empty if for none. */
    private static String part(Operation operation, DType dtype, Protocol protocol, Algorithm algorithm) {
        List<Integer> groups = GROUPS.stream()
                .filter(group -> Cell.widths(dtype).stream()
                        .anyMatch(width -> runs(operation, dtype, protocol, algorithm, group, width)))
                .toList();
        List<Integer> packs = Cell.widths(dtype).stream()
                .filter(width ->
                        GROUPS.stream().anyMatch(group -> runs(operation, dtype, protocol, algorithm, group, width)))
                .map(width -> width * dtype.bytes())
                .toList();
        if (groups.isEmpty()) {
            return "";
        }
        String from = groups.equals(GROUPS) ? "" : " from " + groups.get(0) + " ranks";
        String of = packs.size() == Cell.widths(dtype).size()
                ? ""
                : packs.stream().map(String::valueOf).collect(Collectors.joining("/", " of ", "-byte packs"));
        return algorithm.id() + from + of;
    }

    private static boolean runs(
            Operation operation, DType dtype, Protocol protocol, Algorithm algorithm, int group, int width) {
        return Cell.of(operation, dtype, protocol, group, width).algorithms().contains(algorithm);
    }
}
