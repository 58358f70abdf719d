package dev.negzero.runtime.cuda;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether anything on a machine looks like NVIDIA's driver, found out in Java alone. To ask the system's loader takes JNA, and
 * since JDK 24 a JVM that loads native code prints warnings: a machine without a GPU is spared them.
 *
 * <p>It says no only where neither the kernel's part of the driver nor a file of its library is to be seen; where it can't
 * tell it says yes, and the loader decides.
 */
final class DriverTraces {
    /** Of the kernel's part: the device that every process opens, the same under WSL 2, and the module's own folder. */
    private static final List<String> KERNEL = List.of("dev/nvidiactl", "dev/dxg", "proc/driver/nvidia");

    private static final String LIBRARY = "libcuda.so";
    private static final List<String> FILES = List.of(LIBRARY + ".1", LIBRARY);
    /** Where loaders look without being told to. */
    private static final List<String> FOLDERS = List.of(
            "lib",
            "lib64",
            "usr/lib",
            "usr/lib64",
            "usr/local/lib",
            "usr/lib/wsl/lib",
            "lib/x86_64-linux-gnu",
            "usr/lib/x86_64-linux-gnu",
            "lib/aarch64-linux-gnu",
            "usr/lib/aarch64-linux-gnu");
    /** What ldconfig found in the folders that it was told of; it holds their files' names as they are. */
    private static final String CACHE = "etc/ld.so.cache";

    /** For people: what {@link #found} looks for. */
    static final String LOOKED = "/" + String.join(", /", KERNEL) + ", and " + LIBRARY + ".1 where the loader looks";

    private final Path root;
    private final String libraryPath;

    /**
     * A look at a machine.
     *
     * @param root its root folder
     * @param libraryPath further folders in which loaders look, as in {@code java.library.path}
     */
    DriverTraces(Path root, String libraryPath) {
        this.root = root;
        this.libraryPath = libraryPath;
    }

    /** A look at this machine. */
    static DriverTraces here() {
        String told = String.join(
                File.pathSeparator,
                System.getProperty("java.library.path", ""),
                System.getProperty("jna.library.path", ""));
        return new DriverTraces(Path.of("/"), told);
    }

    /** Whether there is any trace. */
    boolean found() {
        return !System.getProperty("os.name").startsWith("Linux")
                || KERNEL.stream().anyMatch(this::exists)
                || FOLDERS.stream().anyMatch(folder -> holdsLibrary(new File(root.toFile(), folder)))
                || Stream.of(libraryPath.split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .anyMatch(folder -> holdsLibrary(new File(folder)))
                || cacheNamesLibrary();
    }

    private boolean exists(String place) {
        return Files.exists(root.resolve(place));
    }

    /** By {@link File}, to which no name is too strange: what the environment says must not end in an exception here. */
    private static boolean holdsLibrary(File folder) {
        return FILES.stream().anyMatch(file -> new File(folder, file).exists());
    }

    private boolean cacheNamesLibrary() {
        if (!exists(CACHE)) {
            return false;
        }
        try {
            return new String(Files.readAllBytes(root.resolve(CACHE)), StandardCharsets.ISO_8859_1).contains(LIBRARY);
        } catch (IOException e) {
            return true;
        }
    }
}
