package dev.negzero.tests.nativebuild;

import dev.negzero.tests.nativebuild.AccessTable.Edge;
import dev.negzero.tests.nativebuild.AccessTable.Row;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of docs/memory-model.md. */
final class MemoryModelPage {
    private static final String HEAD = """
            # Memory model

            Every access of the device headers to memory that ranks share, and why its order is enough. Written by a test from
            [accesses.csv](../verification/accesses.csv) and [edges.csv](../verification/edges.csv); change those, then
            `mvn -pl src/test -am test -Dtest=MemoryModelTest -Dnegzero.golden.update=true`.

            `MemoryModelTest` compiles the kernels of every operation to PTX and to gfx942 assembly, and looks at each memory
            instruction: which function of which header it comes from, and whether it is plain, relaxed, acquire or release. An
            instruction that the table doesn't list fails, and so does a row that no instruction belongs to. Two things aren't
            compared: reads of the parameter block, and plain loads on AMD GPUs, which look the same as those.

            The scope is `.sys` where ranks are GPUs and `.gpu` where they are streams of one GPU; on AMD GPUs system and agent.
            What holds on the host engine is in [protocols.md](protocols.md#memory-order).

            """;

    private MemoryModelPage() {}

    static String text(AccessTable table) {
        StringBuilder page = new StringBuilder(HEAD);
        for (Edge edge : table.edges().values()) {
            page.append("## ").append(edge.name()).append("\n\n");
            page.append(sentence(edge.what())).append("\n\n");
            page.append("- Order: ").append(edge.order()).append(".\n");
            page.append("- Partner: ").append(edge.partner()).append(".\n");
            page.append("- PTX: ").append(edge.ptx()).append(".\n");
            page.append("- AMDGPU: ").append(edge.amd()).append(".\n\n");
            page.append("| header | function | access |\n|---|---|---|\n");
            page.append(table.rows().stream()
                    .filter(row -> row.edge().equals(edge.name()))
                    .map(MemoryModelPage::line)
                    .collect(Collectors.joining()));
            page.append("\n");
        }
        return page.toString().stripTrailing() + "\n";
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    private static String line(Row row) {
        String access = row.access().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "| `" + row.header() + "` | `" + row.function() + "` | " + access + " |\n";
    }
}
