package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.spec.Operation;
import dev.negzero.tests.tools.Clang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where kernels wait for the grid before and let the next one start, in what clang makes of them for sm_90: nothing but the
 * parameters is read ahead of the wait, and collectives do read them there.
 */
class ProgrammaticLaunchTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern ENTRY = Pattern.compile("\\.entry (nz_\\w+)\\((.*?)\n}", Pattern.DOTALL);
    /** Of any memory that others see: clang copies the parameters into the thread's own. */
    private static final Pattern MEMORY = Pattern.compile("\\b(ld|st|atom|red)\\.(?!param|local)\\S+");

    private static final String WAIT = "griddepcontrol.wait;";
    private static final String NEXT = "griddepcontrol.launch_dependents;";

    @TempDir
    Path folder;

    private Map<String, String> entries() throws IOException {
        NativePlans plans =
                NativePlans.of(2).reduce(DType.BF16, 8, ReduceOp.SUM).barrier("barrier");
        plans.all(Operation.ALL_GATHER, DType.F32, 4);
        plans.all(Operation.SEND, DType.F32, 4);
        Files.writeString(folder.resolve("kernels.cu"), KernelEmitter.emit(plans.shipped(), Platform.CUDA));
        Run.of(LIMIT, folder, Clang.cuda("sm_90", "-O3", "-w", "-S", "-o", "kernels.s", "kernels.cu"))
                .expectSuccess();
        Map<String, String> entries = new TreeMap<>();
        Matcher found = ENTRY.matcher(Files.readString(folder.resolve("kernels.s")));
        while (found.find()) {
            entries.put(found.group(1), found.group(2));
        }
        return entries;
    }

    @Test
    void nothingIsReadAheadOfTheWaitButTheParameters() throws IOException {
        Map<String, String> entries = entries();
        assertTrue(entries.size() > 5, entries.keySet()::toString);
        entries.forEach((name, text) -> {
            int wait = text.indexOf(WAIT);
            assertTrue(wait >= 0, name);
            assertEquals(wait, text.lastIndexOf(WAIT), name);
            assertFalse(MEMORY.matcher(text.substring(0, wait)).find(), name);
            assertTrue(text.indexOf(NEXT) > wait, name);
            boolean handOff = name.contains("send") || name.contains("receive");
            assertEquals(!handOff, text.substring(0, wait).contains("nanosleep"), name);
        });
    }
}
