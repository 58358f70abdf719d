package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which names and folders are tried, and the account of it. */
class LibrarySearchTest {
    @TempDir
    private Path folder;

    private final List<String> tried = new ArrayList<>();

    private String refuse(String name) {
        tried.add(name);
        throw new UnsatisfiedLinkError("Unable to load library '" + name + "':\nno such file\nmore");
    }

    @Test
    void eachNameInTheSystemThenInTheFolders() throws IOException {
        Path there = Files.createFile(folder.resolve("two"));
        LibrarySearch search = new LibrarySearch(List.of("one", "two"), List.of(folder));
        assertNull(search.library(this::refuse));
        assertEquals(List.of("one", "two", there.toString()), tried);
        assertEquals(
                "one (no such file), " + folder.resolve("one") + ", two (no such file), " + there + " (no such file)",
                search.looked());
    }

    @Test
    void theFirstThatLoadsIsTaken() throws IOException {
        Path there = Files.createFile(folder.resolve("one"));
        LibrarySearch search = new LibrarySearch(List.of("one", "two"), List.of(folder));
        assertEquals(there.toString(), search.library(name -> name.equals("one") ? refuse(name) : name));
        assertEquals("one (no such file)", search.looked());
    }

    @Test
    void aReasonOfOneLineIsKept() {
        LibrarySearch search = new LibrarySearch(List.of("one"), List.of());
        assertNull(search.library(name -> {
            throw new UnsatisfiedLinkError("short");
        }));
        assertEquals("one (short)", search.looked());
    }

    @Test
    void aProgramMustBeAFileThatRuns() throws IOException {
        Path first = Files.createDirectories(folder.resolve("a"));
        Path second = Files.createDirectories(folder.resolve("b"));
        Files.createDirectories(first.resolve("tool"));
        Path file = Files.createFile(second.resolve("tool"));
        LibrarySearch search = new LibrarySearch(List.of("tool"), List.of(first, second));
        assertNull(search.program());
        assertEquals(first.resolve("tool") + ", " + file, search.looked());
        assertTrue(file.toFile().setExecutable(true));
        assertEquals(file, search.program());
    }

    @Test
    void toolkitsOfTheEnvironmentComeFirstAndOnce() {
        assertEquals(
                List.of(
                        Path.of("/h/bin"),
                        Path.of("/h/lib"),
                        Path.of("/usr/local/cuda/bin"),
                        Path.of("/usr/local/cuda/lib")),
                LibrarySearch.toolkits(Map.of("CUDA_HOME", "/h", "CUDA_PATH", "/h"), "bin", "lib"));
        assertEquals(
                List.of(Path.of("/usr/local/cuda/bin")),
                LibrarySearch.toolkits(Map.of("CUDA_HOME", "", "CUDA_PATH", "/usr/local/cuda"), "bin"));
    }
}
