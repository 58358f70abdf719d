package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.spec.Operation;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the AMD kernels are in machine code: words of the mailbox are single 64-bit accesses at system scope, and only
 * kernels that publish bulk data (SIGNAL) write caches back or invalidate them. What happens once in 2^16 calls or when a
 * rank gives up stands in functions of its own, which are not looked at.
 */
class AmdIsaTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern SYMBOL = Pattern.compile("^[0-9a-f]+ <(.+)>:$");
    private static final Pattern CACHE = Pattern.compile("buffer_(wbl2|inv|invl2|wbinvl1|wbinvl1_vol)\\b.*");
    private static final Pattern DRAIN = Pattern.compile("s_waitcnt .*vmcnt\\(0\\).*");
    private static final KernelPlan PLAN = NativePlans.of(3)
            .all(Operation.ALL_REDUCE, DType.F32, 4)
            .by(Protocol.MAILBOX, Operation.ALL_REDUCE, DType.BF16, 8)
            .all(Operation.REDUCE_SCATTER, DType.F64, 2)
            .all(Operation.BROADCAST, DType.U8, 4)
            .counted(Protocol.MAILBOX, Operation.ALL_TO_ALL, DType.I64, 1)
            .all(Operation.SEND, DType.F16, 4)
            .reduce(DType.F8E4M3, 8, ReduceOp.MAX, Protocol.LAMPORT)
            .shipped();

    private static final Map<String, Map<String, List<String>>> KNOWN = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    /** The instructions of each function; compiled once for each target. */
    private Map<String, List<String>> disassemble(String arch) throws IOException {
        Map<String, List<String>> known = KNOWN.get(arch);
        if (known == null) {
            known = compileAndDisassemble(arch);
            KNOWN.put(arch, known);
        }
        return known;
    }

    private Map<String, List<String>> compileAndDisassemble(String arch) throws IOException {
        Files.writeString(folder.resolve("kernels.hip.cpp"), KernelEmitter.emit(PLAN, Platform.HIP));
        List<String> compile = new ArrayList<>(List.of(Tools.require("clang-19").toString()));
        compile.addAll(Platform.HIP.flags());
        compile.addAll(List.of("-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "--no-gpu-bundle-output"));
        compile.addAll(List.of("--offload-arch=" + arch, "-c", "-o", "kernels.co", "kernels.hip.cpp"));
        run(compile);
        String text =
                run(List.of(Tools.require("llvm-objdump-19").toString(), "-d", "--no-show-raw-insn", "kernels.co"));
        Map<String, List<String>> functions = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String line : text.split("\n")) {
            Matcher symbol = SYMBOL.matcher(line);
            if (symbol.matches()) {
                current = functions.computeIfAbsent(symbol.group(1), name -> new ArrayList<>());
            } else if (line.startsWith("\t")) {
                current.add(line.replaceFirst("//.*", "").strip());
            }
        }
        return functions;
    }

    private String run(List<String> command) {
        Run run = Run.of(LIMIT, folder, command);
        assertTrue(run.succeeded(), run::output);
        return run.output();
    }

    private static Stream<KernelVariant> variants(Predicate<Protocol> wanted) {
        return PLAN.methods().stream()
                .flatMap(m -> m.variants().stream())
                .filter(v -> wanted.test(v.algorithm().protocol()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gfx90a", "gfx942"})
    void cachesAreLeftAlone(String arch) throws IOException {
        Map<String, List<String>> functions = disassemble(arch);
        variants(p -> p != Protocol.SIGNAL).forEach(variant -> {
            List<String> code = functions.get(variant.entryPoint());
            assertFalse(code.isEmpty(), variant::entryPoint);
            assertEquals(
                    List.of(),
                    code.stream().filter(i -> CACHE.matcher(i).matches()).toList(),
                    variant::entryPoint);
        });
    }

    /**
     * A release waits for its write-back before it stores, and there are block barriers behind a wait for the wave's own
     * stores.
     */
    @ParameterizedTest
    @ValueSource(strings = {"gfx90a", "gfx942"})
    void publishedDataIsWaitedFor(String arch) throws IOException {
        Map<String, List<String>> functions = disassemble(arch);
        variants(p -> p == Protocol.SIGNAL).forEach(variant -> {
            List<String> code = functions.get(variant.entryPoint());
            int releases = 0;
            int drained = 0;
            String last = ""; // the last store, or wait for all accesses
            boolean writtenBack = true;
            for (String line : code) {
                boolean store = line.contains("_store_");
                assertTrue(
                        writtenBack || !store,
                        () -> variant.entryPoint() + ": no wait between buffer_wbl2 and " + line);
                last = store || DRAIN.matcher(line).matches() ? line : last;
                writtenBack = !line.startsWith("buffer_wbl2")
                        && (writtenBack || DRAIN.matcher(line).matches());
                releases += line.startsWith("buffer_wbl2") ? 1 : 0;
                drained += line.startsWith("s_barrier") && DRAIN.matcher(last).matches() ? 1 : 0;
            }
            assertTrue(releases > 0, variant::entryPoint);
            assertTrue(drained > 0, variant::entryPoint);
        });
    }

    /** On gfx942 scope bits tell system scope from others. */
    @ParameterizedTest
    @ValueSource(strings = {"gfx942"})
    void taggedWordsAreSingleAccesses(String arch) throws IOException {
        Map<String, List<String>> functions = disassemble(arch);
        variants(p -> p == Protocol.MAILBOX).forEach(variant -> {
            List<String> stores = functions.get(variant.entryPoint()).stream()
                    .filter(i -> i.matches("(flat|global)_store_\\w+ .* sc0 sc1"))
                    .toList();
            assertFalse(stores.isEmpty(), variant::entryPoint);
            assertTrue(
                    stores.stream().allMatch(i -> i.matches("(flat|global)_store_dwordx2 .*")),
                    () -> variant.entryPoint() + ": " + stores);
            assertTrue(
                    functions.get(variant.entryPoint()).stream()
                            .anyMatch(i -> i.matches("(flat|global)_load_dwordx2 .* sc0 sc1")),
                    variant::entryPoint);
        });
    }
}
