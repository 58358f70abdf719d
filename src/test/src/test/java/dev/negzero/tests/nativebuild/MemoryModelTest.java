package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
import dev.negzero.tests.golden.Golden;
import dev.negzero.tests.nativebuild.AccessSites.Site;
import dev.negzero.tests.tools.Clang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of accesses against what the kernels compile to, both ways. */
class MemoryModelTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final AccessTable table = AccessTable.read();

    @TempDir
    Path folder;

    private static KernelPlan plan() {
        NativePlans plans =
                NativePlans.of(4).reduce(DType.BF16, 8, ReduceOp.SUM).barrier("barrier");
        for (Operation operation : Operation.values()) {
            if (operation != Operation.BARRIER && operation != Operation.RECEIVE) {
                plans.all(operation, DType.F32, 4);
            }
        }
        return plans.shipped();
    }

    private String assembly(String source, Platform platform) throws IOException {
        String file = "kernels" + platform.extension();
        String[] arguments = {"-O1", "-w", "-gline-tables-only", "-S", "-o", "kernels.s", file};
        List<String> command =
                platform == Platform.CUDA ? Clang.cuda("sm_80", arguments) : Clang.hip("gfx942", arguments);
        Files.writeString(folder.resolve(file), source);
        Run.of(LIMIT, folder, command).expectSuccess();
        return Files.readString(folder.resolve("kernels.s"));
    }

    private Set<Site> sites(Platform platform) throws IOException {
        AccessSites sites = new AccessSites(KernelEmitter.emit(plan(), platform));
        return sites.of(assembly(sites.source(), platform), platform);
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"CUDA", "HIP"})
    void everyInstructionIsARowAndEveryRowAnInstruction(Platform platform) throws IOException {
        Set<Site> expected = table.expected(platform);
        Set<Site> found = sites(platform);
        Set<Site> unlisted = new TreeSet<>(found);
        unlisted.removeAll(expected);
        Set<Site> unused = new TreeSet<>(expected);
        unused.removeAll(found);
        assertEquals(Set.of(), unlisted, "instructions of no row");
        assertEquals(Set.of(), unused, "rows of no instruction");
    }

    @Test
    void rowsAndEdgesBelongTogether() {
        Set<String> used = table.rows().stream().map(AccessTable.Row::edge).collect(Collectors.toSet());
        assertEquals(table.edges().keySet(), used);
    }

    @Test
    void thePageIsCurrent() {
        Golden.check(Path.of("../../docs/memory-model.md"), MemoryModelPage.text(table));
    }

    /** A weaker or stronger order at one place shows. */
    @ParameterizedTest
    @CsvSource({
        "store_release<K::kScope>(flag_word, store_relaxed<K::kScope>(flag_word",
        "load_acquire<K::kScope>(flag_word, load_relaxed<K::kScope>(flag_word"
    })
    void aChangedOrderIsFound(String before, String after) throws IOException {
        String emitted = KernelEmitter.emit(plan(), Platform.CUDA);
        assertTrue(emitted.contains(before));
        AccessSites changed = new AccessSites(emitted.replace(before, after));
        assertNotEquals(
                table.expected(Platform.CUDA), changed.of(assembly(changed.source(), Platform.CUDA), Platform.CUDA));
    }
}
