package dev.negzero.runtime.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Loads a library that extracts its native part to {@code java.io.tmpdir} under a fixed name, without locking, as JCuda
 * does: two processes that start together could load each other's half-written file.
 *
 * <p>Here the native part is written completely into a folder of this process's own, and the library is then initialised
 * with that folder for {@code java.io.tmpdir}, where it finds the file and leaves it alone. Loaded code stays mapped, so
 * the folder is removed at once.
 */
final class NativeFolder {
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final Object LOCK = new Object();

    private NativeFolder() {}

    /**
     * Initialises something while {@code java.io.tmpdir} is a folder that holds a native library.
     *
     * @param source opens the native library
     * @param name its file name
     * @param initialise loads it from {@code java.io.tmpdir}
     * @throws IOException if the library can't be written
     */
    static void with(InputStream source, String name, Runnable initialise) throws IOException {
        synchronized (LOCK) {
            Path folder = Files.createTempDirectory("negzero-native");
            String before = System.getProperty(TEMPORARY);
            try {
                Files.copy(source, folder.resolve(name));
                System.setProperty(TEMPORARY, folder.toString());
                initialise.run();
            } finally {
                System.setProperty(TEMPORARY, before);
                Files.deleteIfExists(folder.resolve(name));
                remove(folder);
            }
        }
    }

    /** Another thread may have put its own temporary file here; that one stays. */
    private static void remove(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (java.nio.file.DirectoryNotEmptyException | NoSuchFileException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
