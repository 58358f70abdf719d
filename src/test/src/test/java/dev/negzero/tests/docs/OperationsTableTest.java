package dev.negzero.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import dev.negzero.tests.golden.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of docs/protocols.md: current, complete, and true cell by cell. */
class OperationsTableTest {
    private static final Path PAGE = Path.of("../../docs/protocols.md");
    private static final String BEGIN = "don't edit it here -->\n";
    private static final String END = "<!-- end -->";

    @Test
    void thePageIsCurrent() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        Golden.check(PAGE, page.substring(0, begin) + OperationsTable.text() + page.substring(end));
    }

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            for (Protocol protocol : Protocol.values()) {
                if (operation.hasData()) {
                    cells.add(Arguments.of(operation, protocol));
                }
            }
        }
        return cells.stream();
    }

    /** Of all element types: what the page refuses has exactly that code, all else plans and emits what the page names. */
    @ParameterizedTest
    @MethodSource("cells")
    void everyCellIsTrue(Operation operation, Protocol protocol) throws IOException {
        for (DType dtype : DType.values()) {
            String text = onThePage(operation, dtype, protocol);
            for (int groupSize : OperationsTable.GROUPS) {
                for (int width : Cell.widths(dtype)) {
                    Cell cell = Cell.of(operation, dtype, protocol, groupSize, width);
                    if (text.startsWith("NZ")) {
                        assertEquals(
                                text,
                                String.join(
                                        " ",
                                        cell.problems().stream()
                                                .map(Problem::code)
                                                .toList()),
                                cell::toString);
                    } else {
                        assertEquals(List.of(), cell.problems(), cell::toString);
                        assertEquals(
                                named(text, groupSize, width * dtype.bytes()),
                                sorted(cell.algorithms()),
                                cell::toString);
                    }
                }
            }
            if (!text.startsWith("NZ")) {
                emits(Cell.of(operation, dtype, protocol, 2, Cell.widths(dtype).get(0)));
                emits(Cell.of(operation, dtype, protocol, 3, 16 / dtype.bytes()));
            }
        }
    }

    private static void emits(Cell cell) {
        KernelPlan plan = cell.plan();
        for (Platform platform : Platform.values()) {
            String source = KernelEmitter.emit(plan, platform);
            for (MethodPlan method : plan.methods()) {
                for (KernelVariant variant : method.variants()) {
                    String function =
                            method.operation().id() + "_" + variant.algorithm().id();
                    assertTrue(source.contains(" " + variant.entryPoint() + "("), cell + " " + platform);
                    assertTrue(source.contains("    nz::" + function + "<Kernel>(call);"), cell + " " + platform);
                    assertTrue(source.contains("NZ_DEVICE void " + function + "("), cell + " " + platform);
                }
            }
        }
    }

    private static List<String> sorted(List<Algorithm> algorithms) {
        return algorithms.stream().map(Algorithm::id).sorted().toList();
    }

    /** The algorithms that a cell names for a group and a pack. */
    private static List<String> named(String text, int groupSize, int packBytes) {
        return Arrays.stream(text.split(", "))
                .filter(part -> !part.contains(" from 3 ranks") || groupSize >= 3)
                .filter(part -> !part.contains(" of ")
                        || Arrays.asList(part.replaceFirst(".* of (.*)-byte packs", "$1")
                                        .split("/"))
                                .contains(Integer.toString(packBytes)))
                .map(part -> part.split(" ")[0])
                .sorted()
                .toList();
    }

    private static String onThePage(Operation operation, DType dtype, Protocol protocol) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split(" *\\| *", -1);
            if (cells.length == 8
                    && cells[1].equals(OperationsTable.name(operation))
                    && List.of(cells[2].split(" ")).contains(dtype.name())) {
                found.add(cells[3 + protocol.ordinal()]);
            }
        }
        assertEquals(1, found.size(), operation + " of " + dtype + " on the page");
        return found.get(0);
    }
}
