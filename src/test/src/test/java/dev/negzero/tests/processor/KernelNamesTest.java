package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.emit.KernelManifest;
import dev.negzero.tests.tools.Clang;
import dev.negzero.tests.tools.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** P11, P12: Java names that mean something else, or can't be written, in a kernel's source. */
class KernelNamesTest {
    /** Words of C++, macros and builtins of CUDA, and names of the kernels' own. */
    private static final List<String> WORDS = List.of(
            "delete",
            "template",
            "register",
            "union",
            "typename",
            "auto",
            "sizeof",
            "threadIdx",
            "__syncthreads",
            "errno",
            "NULL",
            "NAN",
            "INFINITY",
            "EOF",
            "Plan",
            "nz",
            "Kernel",
            "call",
            "NZ_KERNEL",
            "__global__",
            "main",
            "min");

    /** Umlauts, the micro sign, Chinese, and a letter beyond the first 65,536. */
    private static final List<String> LETTERS =
            List.of("gr\u00fc\u00dfe", "\u00b5s", "\u603b\u548c", "\ud835\udc9c", "a$b");

    @TempDir
    private Path folder;

    private static Compiled barriers(List<String> names) {
        return Compiled.of(sums(
                        GOOD,
                        names.stream()
                                .map(name -> "@Barrier void " + name + "();")
                                .toArray(String[]::new)))
                .assertSucceeds();
    }

    private static List<String> entryPoints(Compiled compiled) {
        return KernelManifest.parse(compiled.generated("META-INF/negzero/com/acme/Sums.json")).plan().methods().stream()
                .map(method -> method.name() + " " + method.variants().get(0).entryPoint())
                .toList();
    }

    @Test
    void noEntryPointIsAWordOfTheirs() {
        List<String> points = entryPoints(barriers(WORDS));
        assertEquals(WORDS.size(), points.size());
        points.forEach(point -> {
            String name = point.substring(0, point.indexOf(' '));
            assertTrue(point.matches(".* nz_" + name + "_\\d+_signal_barrier"), point);
        });
    }

    @Test
    void sourcesAreAscii() {
        Compiled compiled = barriers(LETTERS);
        assertEquals(
                List.of(
                        "a$b nz_au0024b_0_signal_barrier",
                        "gr\u00fc\u00dfe nz_gru00FCu00DFe_1_signal_barrier",
                        "\u00b5s nz_u00B5s_2_signal_barrier",
                        "\u603b\u548c nz_u603Bu548C_3_signal_barrier",
                        "\ud835\udc9c nz_uD835uDC9C_4_signal_barrier"),
                entryPoints(compiled));
        compiled.generated().forEach((path, text) -> {
            boolean manifest = path.endsWith(".json");
            assertTrue(manifest || StandardCharsets.US_ASCII.newEncoder().canEncode(text), path);
        });
    }

    @Test
    void typesMayHaveSuchNamesToo() {
        String text = "package com.acme; import dev.negzero.annotations.*;\n@Collective(" + GOOD
                + ") interface \u603b { @Barrier void \u548c(); }";
        // Not under ecj, which needs files: their names are up to the machine's locale.
        Map<String, String> generated = Compiled.of(
                        List.of(),
                        List.of(new dev.negzero.processor.NegzeroProcessor()),
                        Compiled.source("com.acme.\u603b", text))
                .generated();
        assertTrue(generated.keySet().contains("com/acme/\u603bLauncher.java"), generated.keySet()::toString);
        assertTrue(generated
                .get("com/acme/\u603bLauncher.java")
                .contains("class \\u603bLauncher extends Launcher implements \\u603b {"));
    }

    @Test
    void compilersOfKernelsTakeThem() throws IOException {
        Compiled compiled =
                barriers(Stream.concat(WORDS.stream(), LETTERS.stream()).collect(Collectors.toList()));
        for (String extension : List.of(".cu", ".hip.cpp")) {
            Path source = folder.resolve("Sums" + extension);
            Files.writeString(source, compiled.generated("META-INF/negzero/com/acme/Sums" + extension));
        }
        Program.run(folder, Clang.cuda("sm_80", "-include", "__clang_cuda_builtin_vars.h", "-fsyntax-only", "Sums.cu"))
                .assertSucceeds();
        Program.run(folder, Clang.hip("gfx942", "-fsyntax-only", "Sums.hip.cpp"))
                .assertSucceeds();
    }
}
