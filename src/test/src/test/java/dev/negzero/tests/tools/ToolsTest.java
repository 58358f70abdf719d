package dev.negzero.tests.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ToolsTest {
    @TempDir
    Path first;

    @TempDir
    Path second;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private Tools tools(String required) {
        return new Tools(List.of(first, second), required, new PrintStream(printed, true, UTF_8));
    }

    private static Path program(Path folder, String name) throws Exception {
        Path file = Files.createFile(folder.resolve(name));
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    @Test
    void thePathsOrderDecides() throws Exception {
        program(second, "clang-19");
        Path expected = program(first, "clang-19");
        assertEquals(expected, tools("clang-19").get("clang-19"));
        assertEquals("", printed.toString(UTF_8));
    }

    @Test
    void aFileThatCannotRunIsNoTool() throws Exception {
        Files.createFile(first.resolve("nvcc"));
        Files.createDirectory(second.resolve("nvcc"));
        assertTrue(tools(null).look("nvcc").isEmpty());
    }

    @Test
    void anAbsentToolSkipsWithAPrintedReason() {
        String reason = "skipped: needs nvcc, which is not on the PATH";
        TestAbortedException skipped =
                assertThrows(TestAbortedException.class, () -> tools("clang-19").get("nvcc"));
        assertEquals(reason, skipped.getMessage());
        assertEquals(reason + System.lineSeparator(), printed.toString(UTF_8));
    }

    @Test
    void anAbsentToolThatIsRequiredFails() {
        AssertionError failed =
                assertThrows(AssertionError.class, () -> tools("clang-19, nvcc").get("nvcc"));
        assertEquals(
                "nvcc is required here (NEGZERO_REQUIRE) but stands in none of the folders [" + first + ", " + second
                        + "]",
                failed.getMessage());
    }

    @Test
    void foldersArePathThenCuda() {
        String path = "/usr/bin" + File.pathSeparator + File.pathSeparator + "/opt/bin";
        assertEquals(
                List.of(Path.of("/usr/bin"), Path.of("/opt/bin"), Path.of("/usr/local/cuda/bin")),
                Tools.folders(path, null));
        assertEquals(List.of(Path.of("/opt/cuda/bin")), Tools.folders(null, "/opt/cuda"));
    }
}
