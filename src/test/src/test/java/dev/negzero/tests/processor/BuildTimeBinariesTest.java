package dev.negzero.tests.processor;

import static com.google.testing.compile.Compiler.javac;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import dev.negzero.emit.KernelBinaries;
import dev.negzero.processor.NegzeroProcessor;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernel binaries that {@code -Anegzero.nvcc=} makes, by a stand-in for the compiler and, where it is, by the real one. */
class BuildTimeBinariesTest {
    private static final String STEM = "META-INF/negzero/com/acme/Sums";

    @TempDir
    private Path folder;

    /** Writes its arguments and the source into what it makes. */
    private Path compiler(String script) throws IOException {
        Path file = folder.resolve("nvcc");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private static Compilation compile(String nvcc) {
        return javac().withClasspath(Compiled.CLASS_PATH)
                .withProcessors(new NegzeroProcessor())
                .withOptions("-Anegzero.nvcc=" + nvcc)
                .compile(Compiled.sums(Compiled.GOOD, Compiled.SUM));
    }

    private static byte[] bytes(Compilation compilation, String path) throws IOException {
        try (InputStream in = compilation
                .generatedFile(StandardLocation.CLASS_OUTPUT, path)
                .orElseThrow(() -> new AssertionError("no " + path))
                .openInputStream()) {
            return in.readAllBytes();
        }
    }

    private static String sha256(byte[] bytes) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static KernelBinaries index(Compilation compilation) throws IOException {
        assertEquals(Compilation.Status.SUCCESS, compilation.status(), () -> compilation
                .errors()
                .toString());
        byte[] text = bytes(compilation, KernelBinaries.indexResource(STEM));
        return KernelBinaries.parse(new String(text, StandardCharsets.UTF_8));
    }

    @Test
    void binariesAndTheirIndex() throws IOException, GeneralSecurityException {
        Compilation compilation =
                compile(compiler("echo \"$@\" > image; sed -n 1p \"$(echo \"$@\" | sed 's/.* //')\" >> image")
                        .toString());
        KernelBinaries index = index(compilation);
        assertEquals(sha256(bytes(compilation, STEM + ".cu")), index.sourceSha256());
        List<String> targets =
                index.entries().stream().map(KernelBinaries.Entry::target).toList();
        assertEquals(List.of("sm_80", "sm_90", "compute_80"), targets);
        for (KernelBinaries.Entry entry : index.entries()) {
            byte[] image = bytes(compilation, entry.resource(STEM));
            assertEquals(entry.sha256(), sha256(image));
            String text = new String(image, StandardCharsets.UTF_8);
            assertTrue(text.contains("-arch=" + entry.target() + " -std=c++17 --fmad=false"), text);
            assertTrue(text.contains("// Kernels of com.acme.Sums"), text);
        }
        assertEquals("sm_90", index.candidates(90).get(0).target());
        assertEquals("compute_80", index.candidates(120).get(0).target());
    }

    @Test
    void compilerThatFails() throws IOException {
        Path nvcc = compiler("echo no such luck; exit 3");
        Compilation compilation = compile(nvcc.toString());
        assertEquals(1, compilation.errors().size());
        assertEquals(
                "NZ403: a generated file can't be written; found " + STEM + ".sm_80.cubin: " + nvcc
                        + " ended with status 3: no such luck; rename what is in the way, or build clean",
                compilation.errors().get(0).getMessage(null));
    }

    @Test
    void pathOfNoProgram() throws IOException {
        for (Path path : List.of(folder.resolve("absent"), folder, Files.createFile(folder.resolve("file")))) {
            Compilation compilation = compile(path.toString());
            assertEquals(
                    "NZ502: an option of the negzero processor can't have this value; found -Anegzero.nvcc=" + path
                            + "; write -Anegzero.nvcc=PATH of a program",
                    compilation.errors().get(0).getMessage(null));
        }
    }

    @Test
    void theRealCompiler() throws IOException {
        KernelBinaries index = index(compile(Tools.require("nvcc").toString()));
        assertEquals(3, index.entries().size());
    }
}
