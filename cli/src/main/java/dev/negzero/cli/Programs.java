package dev.negzero.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds programs outside the JVM.
 *
 * @param folders where to look, in order
 */
public record Programs(List<Path> folders) {
    /** Takes a copy of the list. */
    public Programs {
        folders = List.copyOf(folders);
    }

    /** Those of this process: the folders of its PATH, then the CUDA toolkit's, which its installer leaves off the PATH. */
    public static Programs here() {
        return of(System.getenv("PATH"), System.getenv("CUDA_HOME"));
    }

    static Programs of(@Nullable String path, @Nullable String cudaHome) {
        Stream<String> listed = path == null ? Stream.empty() : Arrays.stream(path.split(File.pathSeparator, -1));
        String cuda = cudaHome == null || cudaHome.isEmpty() ? "/usr/local/cuda" : cudaHome;
        return new Programs(Stream.concat(listed, Stream.of(cuda + "/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList());
    }

    /**
     * A program.
     *
     * @param name file name as it would be typed
     * @return the first file of that name that can be run, or empty
     */
    public Optional<Path> find(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst();
    }
}
