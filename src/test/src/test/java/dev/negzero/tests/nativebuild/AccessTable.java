package dev.negzero.tests.nativebuild;

import dev.negzero.emit.Platform;
import dev.negzero.tests.nativebuild.Access.Form;
import dev.negzero.tests.nativebuild.AccessSites.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The table of accesses, {@code verification/accesses.csv} and {@code edges.csv}. */
final class AccessTable {
    private static final Path FOLDER = Path.of("../../verification");

    /** An access of a function of a device header, and the edge that it is part of. */
    record Row(String header, String function, Access access, String edge) {
        Set<Form> forms(Platform platform) {
            return platform == Platform.CUDA ? access.ptx() : access.amd();
        }
    }

    /** Something that one side stores and another sees, and why it is right. */
    record Edge(String name, String what, String order, String partner, String ptx, String amd) {}

    private final List<Row> rows;
    private final Map<String, Edge> edges = new LinkedHashMap<>();

    private AccessTable(List<Row> rows, List<Edge> edges) {
        this.rows = rows;
        edges.forEach(edge -> this.edges.put(edge.name, edge));
    }

    static AccessTable read() {
        return new AccessTable(
                lines("accesses.csv", 4)
                        .map(cells -> new Row(cells[0], cells[1], Access.valueOf(cells[2]), cells[3]))
                        .toList(),
                lines("edges.csv", 6)
                        .map(cells -> new Edge(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]))
                        .toList());
    }

    private static Stream<String[]> lines(String name, int cells) {
        try {
            return Files.readAllLines(FOLDER.resolve(name)).stream().skip(1).map(line -> {
                String[] row = line.split(";(?! )", -1);
                if (row.length != cells) {
                    throw new IllegalStateException(name + ": " + row.length + " cells in " + line);
                }
                return row;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() {
        return rows;
    }

    Map<String, Edge> edges() {
        return edges;
    }

    /** What the assembly of a platform must hold. */
    Set<Site> expected(Platform platform) {
        Set<Site> sites = new TreeSet<>();
        for (Row row : rows) {
            row.forms(platform).forEach(form -> sites.add(new Site(row.header, row.function, form)));
        }
        return sites;
    }
}
