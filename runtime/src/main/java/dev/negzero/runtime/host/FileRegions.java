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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Regions of ranks that are processes: mapped files {@code <base>.<index>.<rank>}.
 *
 * <p>A region appears under its name complete and zeroed, by a rename, so that a peer never maps half a file. Files are
 * little-endian bytes of {@code dev.negzero.plan}'s layouts; any program may be a rank.
 *
 * <p>Files whose owner has died are recognised by its lock, {@code <base>.lock.<rank>}: the next process that joins as this
 * rank removes them, and until then nobody attaches to them.
 */
public final class FileRegions implements RegionStore {
    private static final long PAUSE_NANOS = 200_000;
    private static final int ZEROS = 1 << 16;

    private final Path base;
    private final long deadlineNanos;
    private final List<Path> created = new ArrayList<>();
    private @Nullable OwnerLock lock;

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
        own(rank);
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
                reserve(channel, bytes);
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            created.add(file);
            return mapped;
        } catch (IOException e) {
            delete(fresh);
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }

    /**
     * Writes zeros. A file that is only made so long has no room of its own yet: a store into the map would find the disk
     * full, and there it is no exception of ours any more.
     */
    private static void reserve(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(bytes, ZEROS));
        for (long at = 0; at < bytes; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
    }

    private Path lockFile(int rank) {
        return base.resolveSibling(base.getFileName() + ".lock." + rank);
    }

    /** With the first region: removes what a dead process of this rank has left, and says that this one lives. */
    private void own(int rank) {
        if (lock != null) {
            return;
        }
        Path file = lockFile(rank);
        try {
            if (OwnerLock.abandoned(file)) {
                for (Path leftover : filesOf(rank)) {
                    Files.deleteIfExists(leftover);
                }
            }
            if (filesOf(rank).isEmpty()) {
                lock = OwnerLock.take(file);
            }
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }

    /** All regions of a rank, of whichever process. */
    private List<Path> filesOf(int rank) throws IOException {
        String start = base.getFileName() + ".";
        String end = "." + rank;
        try (Stream<Path> files = Files.list(base.getParent())) {
            return files.filter(file -> isRegion(file.getFileName().toString(), start, end))
                    .toList();
        }
    }

    private static boolean isRegion(String name, String start, String end) {
        return name.length() > start.length() + end.length()
                && name.startsWith(start)
                && name.endsWith(end)
                && name.substring(start.length(), name.length() - end.length())
                        .chars()
                        .allMatch(Character::isDigit);
    }

    /** Whether a peer's region can be attached to: it is there, and not of a process that has died. */
    private boolean isThere(Path file, int index, int rank) throws IOException {
        return Files.exists(file) && !(index == 0 && OwnerLock.abandoned(lockFile(rank)));
    }

    @Override
    public ByteBuffer attach(int index, int rank, long bytes) {
        Path file = file(index, rank);
        try {
            await(file, index, rank);
            return map(file, bytes);
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }

    private void await(Path file, int index, int rank) throws IOException {
        long start = System.nanoTime();
        while (!isThere(file, index, rank)) {
            if (System.nanoTime() - start > deadlineNanos) {
                throw RuntimeProblem.REGION_FILE.loading(
                        "no " + file + " within the deadline: rank " + rank + " didn't join");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static ByteBuffer map(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < bytes) {
                throw RuntimeProblem.REGION_FILE.loading(file + " of " + channel.size() + " bytes, needed " + bytes);
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
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
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                throw RuntimeProblem.REGION_FILE.loading(base + ": " + e, e);
            }
            lock = null;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw RuntimeProblem.REGION_FILE.loading(file + ": " + e, e);
        }
    }
}
