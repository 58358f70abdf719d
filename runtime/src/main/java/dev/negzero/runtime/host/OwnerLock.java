package dev.negzero.runtime.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows that the owner of a rank's files is alive: a file that it keeps locked. The system drops the lock when the process
 * ends, however it ends; a process id would be given to another process some day.
 *
 * <p>A lock appears under its name locked, by a rename, so that nobody sees a live owner's lock file without its lock. An
 * owner without a lock file (a program in another language) counts as alive.
 */
final class OwnerLock implements AutoCloseable {
    /** Locks of this process. Opening and closing a file here would drop this process's own lock on it. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private OwnerLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Creates the lock file, locked; replaces an abandoned one. */
    static OwnerLock take(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        FileChannel channel = FileChannel.open(fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IOException(fresh + " is locked by another process");
            }
            HELD.add(file);
            name(fresh, file);
            return new OwnerLock(file, channel);
        } catch (IOException | OverlappingFileLockException e) {
            channel.close();
            throw e instanceof IOException io ? io : new IOException(fresh + " is locked by this process", e);
        }
    }

    private static void name(Path fresh, Path file) throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            HELD.remove(file);
            Files.deleteIfExists(fresh);
            throw e;
        }
    }

    /** Whether there is a lock file that nobody holds. */
    static boolean abandoned(Path file) throws IOException {
        if (HELD.contains(file) || !Files.exists(file)) {
            return false;
        }
        // Shared, so that two ranks that look at the same time don't take each other for the owner.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    /** Deletes the lock file, then lets the lock go. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        HELD.remove(file);
        channel.close();
    }
}
