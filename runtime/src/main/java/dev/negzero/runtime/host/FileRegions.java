package dev.negzero.runtime.host;

import dev.negzero.runtime.RuntimeProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Regions of ranks that are processes: mapped files {@code <base>.<index>.<rank>}.
 *
 * <p>A region appears under its name complete and zeroed, by a rename, so that a peer never maps half a file. Files are
 * little-endian bytes of {@code dev.negzero.plan}'s layouts; any program may be a rank.
 */
public final class FileRegions implements RegionStore {
    private static final long PAUSE_NANOS = 200_000;

    private final Path base;
    private final long deadlineNanos;
    private final List<Path> created = new ArrayList<>();

    /**
     * Regions under a path.
     *
     * @param base start of the files' names
     * @param deadlineNanos bound of the wait for a peer's file
     */
    public FileRegions(Path base, long deadlineNanos) {
        this.base = base.toAbsolutePath();
        this.deadlineNanos = deadlineNanos;
    }

    private Path file(int index, int rank) {
        return base.resolveSibling(base.getFileName() + "." + index + "." + rank);
    }

    @Override
    public synchronized ByteBuffer create(int index, int rank, long bytes) {
        RegionStore.check(bytes);
        Path file = file(index, rank);
        if (Files.exists(file)) {
            throw RuntimeProblem.REGION_FILE.loading(file + ", which is there already: of an earlier run, or of another"
                    + " process that joined as rank " + rank);
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            ByteBuffer mapped;
            try (FileChannel channel = FileChannel.open(
                    fresh,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            created.add(file);
            return mapped;
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }

    @Override
    public ByteBuffer attach(int index, int rank, long bytes) {
        Path file = file(index, rank);
        long start = System.nanoTime();
        while (!Files.exists(file)) {
            if (System.nanoTime() - start > deadlineNanos) {
                throw RuntimeProblem.REGION_FILE.loading(
                        "no " + file + " within the deadline: rank " + rank + " didn't join");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < bytes) {
                throw RuntimeProblem.REGION_FILE.loading(file + " of " + channel.size() + " bytes, needed " + bytes);
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }

    @Override
    public synchronized void remove(int index, int rank) {
        Path file = file(index, rank);
        created.remove(file);
        delete(file);
    }

    /** All regions made here are of the one rank that this process is. */
    @Override
    public void removeAll(int rank) {
        close();
    }

    @Override
    public RegionStore subgroup(String name) {
        return new FileRegions(base.resolveSibling(base.getFileName() + "." + name), deadlineNanos);
    }

    /** Deletes this process's files. Peers keep what they have mapped. */
    @Override
    public synchronized void close() {
        created.forEach(FileRegions::delete);
        created.clear();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }
}
