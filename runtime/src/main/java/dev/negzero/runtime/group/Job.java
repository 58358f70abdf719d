package dev.negzero.runtime.group;

import dev.negzero.runtime.Membership;
import dev.negzero.runtime.RuntimeProblem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes that have found each other: a folder for the files that they map, and what each says of itself. */
public final class Job implements AutoCloseable {
    /** Memory, where the system has such a folder: what ranks share need not reach a disk. */
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private static final String PREFIX = "negzero-job";

    private final Path folder;
    private final List<String> cards;
    private final boolean owner;

    private Job(Path folder, List<String> cards, boolean owner) {
        this.folder = folder;
        this.cards = cards;
        this.owner = owner;
    }

    /**
     * Waits for all ranks.
     *
     * @param card what this rank says of itself; a few bytes
     * @param nanos bound of the wait
     * @throws dev.negzero.runtime.LoadingException NZ851 if they don't find each other in time
     */
    public static Job join(Membership me, String card, long nanos) {
        long deadline = System.nanoTime() + nanos;
        if (me.rank() != 0) {
            JoinCaller.Told told = new JoinCaller(me, card, deadline).call();
            return new Job(told.folder(), told.cards(), false);
        }
        try (JoinListener listener = new JoinListener(me, deadline)) {
            List<String> cards = listener.gather(card);
            Job job = new Job(create(me), cards, true);
            listener.tell(job.folder.toString(), cards);
            return job;
        }
    }

    private static Path create(Membership me) {
        Path memory = Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        try {
            // Only this user may look into it.
            return Files.createTempDirectory(memory, PREFIX);
        } catch (IOException e) {
            throw RuntimeProblem.JOIN.loading(me + ", which can't create a folder in " + memory + ": " + e, e);
        }
    }

    /** Start of the names of the ranks' files. */
    public Path base() {
        return folder.resolve("group");
    }

    /** What the ranks say of themselves, in order. */
    public List<String> cards() {
        return cards;
    }

    /** Removes the folder: rank 0 with what killed ranks have left in it, another rank if nothing is. */
    @Override
    public void close() {
        try {
            if (owner && Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.deleteIfExists(file);
                    }
                }
            }
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // Other ranks still have files here, and the last one removes it; or it just did.
        } catch (IOException e) {
            throw RuntimeProblem.JOIN.loading(folder + ", which can't be removed: " + e, e);
        }
    }
}
