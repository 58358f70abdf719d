package dev.negzero.runtime.cuda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Compiles with nvcc. */
final class NvccSource implements BinarySource {
    private static final int MINUTES = 5;

    private final LibrarySearch search;

    /** Looks on the PATH, then in the toolkits that the environment names. */
    NvccSource(Map<String, String> environment) {
        List<Path> folders = new ArrayList<>();
        String path = environment.get("PATH");
        if (path != null) {
            Arrays.stream(path.split(":"))
                    .filter(f -> !f.isEmpty())
                    .map(Path::of)
                    .forEach(folders::add);
        }
        folders.addAll(LibrarySearch.toolkits(environment, "bin"));
        search = new LibrarySearch(List.of("nvcc"), folders);
    }

    @Override
    public boolean compiles() {
        return true;
    }

    @Override
    public List<byte[]> find(BinaryRequest request, List<String> looked) {
        Path nvcc = search.program();
        if (nvcc == null) {
            looked.add("nvcc (on the PATH and in " + LibrarySearch.toolkits(Map.of(), "bin") + ")");
            return List.of();
        }
        try {
            Path folder = Files.createTempDirectory("negzero-nvcc");
            try {
                return compile(nvcc, folder, request, looked);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            looked.add(nvcc + " (" + e + ")");
            return List.of();
        }
    }

    private static List<byte[]> compile(Path nvcc, Path folder, BinaryRequest request, List<String> looked)
            throws IOException {
        Path source = folder.resolve(request.fileName());
        Path image = folder.resolve("kernels.cubin");
        Path output = folder.resolve("output.txt");
        Files.writeString(source, request.source());
        List<String> command = new ArrayList<>(List.of(nvcc.toString(), "-cubin", "-arch=" + request.arch()));
        command.addAll(request.flags());
        command.addAll(List.of("-o", image.toString(), source.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        String failure = failure(process);
        if (failure == null && Files.exists(image)) {
            return List.of(Files.readAllBytes(image));
        }
        looked.add(nvcc + " (" + failure + ": "
                + Files.readString(output, StandardCharsets.ISO_8859_1).strip() + ")");
        return List.of();
    }

    /** Waits for the compiler; null if it succeeded. */
    private static @Nullable String failure(Process process) {
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return "not done in " + MINUTES + " minutes";
            }
            return process.exitValue() == 0 ? null : "exit status " + process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
