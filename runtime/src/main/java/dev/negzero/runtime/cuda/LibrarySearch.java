package dev.negzero.runtime.cuda;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks for a native library or program under several names in several folders, and remembers where it looked. */
final class LibrarySearch {
    private static final Path DEFAULT_TOOLKIT = Path.of("/usr/local/cuda");

    private final List<String> names;
    private final List<Path> folders;
    private final List<String> looked = new ArrayList<>();

    /**
     * A search.
     *
     * @param names file names, best first
     * @param folders where they may be, beside the places that the system looks in itself
     */
    LibrarySearch(List<String> names, List<Path> folders) {
        this.names = List.copyOf(names);
        this.folders = List.copyOf(folders);
    }

    /** Folders of CUDA toolkits that the environment names, and of the usual one; each with its part appended. */
    static List<Path> toolkits(Map<String, String> environment, String... parts) {
        List<Path> folders = new ArrayList<>();
        for (String name : List.of("CUDA_HOME", "CUDA_PATH")) {
            String value = environment.get(name);
            if (value != null && !value.isEmpty()) {
                add(folders, Path.of(value), parts);
            }
        }
        add(folders, DEFAULT_TOOLKIT, parts);
        return folders;
    }

    private static void add(List<Path> folders, Path toolkit, String... parts) {
        for (String part : parts) {
            Path folder = toolkit.resolve(part);
            if (!folders.contains(folder)) {
                folders.add(folder);
            }
        }
    }

    /**
     * Opens a library: for each name the system's own places, then the folders.
     *
     * @param open throws {@link UnsatisfiedLinkError} for what can't be loaded
     * @return null if there is none
     */
    <L> @Nullable L library(Function<String, L> open) {
        for (String name : names) {
            L found = open(name, open);
            for (int i = 0; found == null && i < folders.size(); i++) {
                Path file = folders.get(i).resolve(name);
                found = Files.exists(file) ? open(file.toString(), open) : absent(file);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private <L> @Nullable L open(String name, Function<String, L> open) {
        try {
            return open.apply(name);
        } catch (UnsatisfiedLinkError e) {
            // JNA says in its first line only that it failed, in the second why.
            List<String> lines = String.valueOf(e.getMessage()).lines().toList();
            String reason = lines.get(Math.min(1, lines.size() - 1));
            looked.add(name + " (" + reason + ")");
            return null;
        }
    }

    /** The first program with one of the names in one of the folders; null if there is none. */
    @Nullable
    Path program() {
        for (String name : names) {
            for (Path folder : folders) {
                Path file = folder.resolve(name);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return file;
                }
                absent(file);
            }
        }
        return null;
    }

    private <L> @Nullable L absent(Path file) {
        looked.add(file.toString());
        return null;
    }

    /** Everything that was looked for and not found. */
    String looked() {
        return String.join(", ", looked);
    }
}
