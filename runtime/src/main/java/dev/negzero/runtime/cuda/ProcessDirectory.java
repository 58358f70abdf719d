package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.host.RegionStore;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The regions of ranks that are processes: each has a small file that all map, with the driver's handle of the allocation
 * that it lies in, its place there, and a word that its owner sets when it makes no further calls with it.
 *
 * <pre>
 *   0  handle    64 bytes
 *  64  offset    u64, of the region in the allocation: handles are for whole allocations
 *  72  closed    u32
 * </pre>
 */
final class ProcessDirectory implements Directory {
    private static final int OFFSET = 64;
    private static final int CLOSED = 72;
    private static final int BYTES = 128;
    private static final long PAUSE_NANOS = 100_000;

    private record Name(int region, int rank) {}

    private final Driver driver;
    private final RegionStore store;
    private final int rank;
    /** The ranks' GPUs, for messages. */
    private final List<String> places;

    private final Arena arena;
    private final Map<Name, ByteBuffer> files = new HashMap<>();
    private final Map<Integer, Long> own = new HashMap<>();
    private final PeerImports imports;

    /**
     * No regions yet.
     *
     * @param store holds the files
     * @param rank the rank of this process
     * @param arena its memory
     * @param places the GPUs of all ranks
     * @param imports what is mapped of the peers
     */
    ProcessDirectory(
            Driver driver, RegionStore store, int rank, Arena arena, List<String> places, PeerImports imports) {
        this.driver = driver;
        this.store = store;
        this.rank = rank;
        this.arena = arena;
        this.places = List.copyOf(places);
        this.imports = imports;
    }

    @Override
    public synchronized void publish(int region, int owner, long address) {
        long allocation = arena.allocation(address);
        ByteBuffer file = store.create(region, owner, BYTES);
        file.put(0, driver.exportMemory(allocation));
        Words.plainLong(file, OFFSET, address - allocation);
        files.put(new Name(region, owner), file);
        own.put(region, address);
    }

    @Override
    public synchronized long address(int region, int peer) {
        if (peer == rank) {
            // Never by a handle: a process can't map its own memory a second time.
            Long address = own.get(region);
            if (address == null) {
                throw new IllegalStateException("rank " + rank + " met its peers without region " + region);
            }
            return address;
        }
        ByteBuffer file = file(region, peer);
        byte[] handle = new byte[OFFSET];
        file.get(0, handle);
        return open(peer, handle) + Words.plainLong(file, OFFSET);
    }

    private ByteBuffer file(int region, int peer) {
        return files.computeIfAbsent(new Name(region, peer), name -> store.attach(region, peer, BYTES));
    }

    private long open(int peer, byte[] handle) {
        try {
            return imports.base(handle);
        } catch (CudaException e) {
            throw RuntimeProblem.PEER_ACCESS.loading(pair(rank, peer) + ": " + e.getMessage(), e);
        }
    }

    /** Two ranks with their GPUs, for messages. */
    String pair(int from, int to) {
        return "rank " + from + " on " + places.get(from) + " to rank " + to + " on " + places.get(to);
    }

    @Override
    public synchronized void close(int region, int owner) {
        ByteBuffer file = files.get(new Name(region, owner));
        if (file != null) {
            Words.releaseInt(file, CLOSED, 1);
        }
    }

    @Override
    public synchronized boolean closedByAll(int region) {
        for (int peer = 0; peer < places.size(); peer++) {
            ByteBuffer file = files.get(new Name(region, peer));
            if (file == null || Words.acquireInt(file, CLOSED) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public synchronized void forget(int region) {
        store.remove(region, rank);
        files.keySet().removeIf(name -> name.region() == region);
        own.remove(region);
    }

    /**
     * Leaves the group: tells the peers that nothing of theirs is mapped here any more, and waits until they have done the
     * same, as memory that somebody has mapped must not be freed. Bounded: a peer that was killed never comes.
     *
     * @param failed whether a rank has failed, so that a peer may be missing; then the wait is short
     */
    void leave(BooleanSupplier failed, long nanos, long nanosIfFailed) {
        close(CONTROL, rank);
        long start = System.nanoTime();
        while (!closedByAll(CONTROL)) {
            long waited = System.nanoTime() - start;
            if (waited > nanos || (waited > nanosIfFailed && failed.getAsBoolean())) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
