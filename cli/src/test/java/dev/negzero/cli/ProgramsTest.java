package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
    @TempDir
    Path first;

    @TempDir
    Path second;

    private Optional<Path> find(String name) {
        return new Programs(List.of(first, second)).find(name);
    }

    private static Path program(Path folder, String name) throws Exception {
        Path file = Files.createFile(folder.resolve(name));
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    @Test
    void theOrderOfTheFoldersDecides() throws Exception {
        Path later = program(second, "clang-19");
        assertEquals(Optional.of(later), find("clang-19"));
        Path sooner = program(first, "clang-19");
        assertEquals(Optional.of(sooner), find("clang-19"));
    }

    @Test
    void aFileThatCannotRunIsNoProgram() throws Exception {
        Files.createFile(first.resolve("nvcc"));
        Files.createDirectory(second.resolve("nvcc"));
        assertEquals(Optional.empty(), find("nvcc"));
    }

    @Test
    void foldersArePathThenCuda() {
        String path = "/usr/bin" + File.pathSeparator + File.pathSeparator + "/opt/bin";
        assertEquals(
                List.of(Path.of("/usr/bin"), Path.of("/opt/bin"), Path.of("/usr/local/cuda/bin")),
                Programs.of(path, null).folders());
        assertEquals(
                List.of(Path.of("/opt/cuda/bin")),
                Programs.of(null, "/opt/cuda").folders());
    }
}
