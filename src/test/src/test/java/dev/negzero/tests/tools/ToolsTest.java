package dev.negzero.tests.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.cli.Programs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ToolsTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private Tools tools(String required) {
        return new Tools(new Programs(List.of(folder)), required, new PrintStream(printed, true, UTF_8));
    }

    @Test
    void aToolThatIsThereIsReturned() throws Exception {
        Path file = Files.createFile(folder.resolve("clang-19"));
        assertTrue(file.toFile().setExecutable(true));
        assertEquals(file, tools("clang-19").get("clang-19"));
        assertEquals(file, tools(null).get("clang-19"));
        assertEquals("", printed.toString(UTF_8));
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
    void soDoesOneThatItCalls() throws Exception {
        assertTrue(Files.createFile(folder.resolve("nvcc")).toFile().setExecutable(true));
        TestAbortedException skipped =
                assertThrows(TestAbortedException.class, () -> tools(null).get("nvcc"));
        assertEquals("skipped: needs gcc, which is not on the PATH", skipped.getMessage());
        assertTrue(Files.createFile(folder.resolve("gcc")).toFile().setExecutable(true));
        assertEquals(folder.resolve("nvcc"), tools(null).get("nvcc"));
    }

    @Test
    void anAbsentToolThatIsRequiredFails() {
        AssertionError failed =
                assertThrows(AssertionError.class, () -> tools("clang-19, nvcc").get("nvcc"));
        assertEquals(
                "nvcc is required here (NEGZERO_REQUIRE) but stands in none of the folders [" + folder + "]",
                failed.getMessage());
    }
}
