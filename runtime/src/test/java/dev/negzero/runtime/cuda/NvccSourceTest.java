package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiling with nvcc: a real one where it exists, stand-ins for what can go wrong. */
class NvccSourceTest {
    @TempDir
    private Path folder;

    private final List<String> looked = new ArrayList<>();

    /** A program named nvcc, found first. */
    private NvccSource nvcc(String script) throws IOException {
        Path file = folder.resolve("nvcc");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return new NvccSource(Map.of("PATH", folder.toString()));
    }

    /** Where a real nvcc, and the gcc that it calls, are found. */
    static Map<String, String> toolkit() {
        String path = System.getenv().getOrDefault("PATH", "");
        List<Path> onPath = Arrays.stream(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList();
        List<Path> all = new ArrayList<>(LibrarySearch.toolkits(System.getenv(), "bin"));
        all.addAll(onPath);
        require("nvcc", all);
        require("gcc", onPath);
        return System.getenv();
    }

    /** Without it the test is skipped, or fails where NEGZERO_REQUIRE lists nvcc. */
    private static void require(String program, List<Path> folders) {
        if (folders.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(program)))) {
            return;
        }
        String required = System.getenv().getOrDefault("NEGZERO_REQUIRE", "");
        if (Arrays.asList(required.split(",")).contains("nvcc")) {
            throw new AssertionError(
                    program + " is required here (NEGZERO_REQUIRE lists nvcc) but stands in none of " + folders);
        }
        String reason = "skipped: needs " + program + ", which stands in none of " + folders;
        System.out.println(reason);
        abort(reason);
    }

    @Test
    void realKernelsBecomeAnElfImage() {
        List<byte[]> images = new NvccSource(toolkit()).find(Requests.real(90), looked);
        assertEquals(1, images.size(), looked::toString);
        assertArrayEquals(new byte[] {0x7f, 'E', 'L', 'F'}, Arrays.copyOf(images.get(0), 4));
    }

    @Test
    void theCommandNamesArchitectureFlagsAndFiles() throws IOException {
        Path arguments = folder.resolve("arguments");
        NvccSource source =
                nvcc("echo \"$@\" > " + arguments + "; while [ \"$1\" != -o ]; do shift; done; cat \"$3\" > \"$2\"");
        List<byte[]> images = source.find(Requests.of("the source", 103), looked);
        assertEquals("the source", new String(images.get(0), java.nio.charset.StandardCharsets.UTF_8));
        String line = Files.readString(arguments);
        assertTrue(line.startsWith("-cubin -arch=sm_103 -std=c++17 --fmad=false "), line);
    }

    @Test
    void aFailureTellsStatusAndOutput() throws IOException {
        assertEquals(List.of(), nvcc("echo bad line; echo worse >&2; exit 3").find(Requests.of("x", 90), looked));
        assertEquals(List.of(folder.resolve("nvcc") + " (exit status 3: bad line\nworse)"), looked);
    }

    @Test
    void aProgramThatCantRunIsNamed() throws IOException {
        NvccSource source = nvcc("");
        Files.writeString(folder.resolve("nvcc"), "#!/nowhere/sh\n");
        assertEquals(List.of(), source.find(Requests.of("x", 90), looked));
        assertTrue(looked.get(0).startsWith(folder.resolve("nvcc") + " (java.io.IOException"), looked.get(0));
    }
}
