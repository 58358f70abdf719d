package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets GPUs reach each other's memory, and proves it by a round trip of data for each pair: the driver's word alone is not
 * enough, as with some settings of the machine's IOMMU data is lost without an error.
 */
final class PeerLinks {
    private static final int WORDS = 1024;
    private static final int BYTES = 4 * WORDS;
    private static final long PAUSE_NANOS = 20_000;

    private final Driver driver;

    PeerLinks(Driver driver) {
        this.driver = driver;
    }

    /**
     * Connects all pairs of GPUs.
     *
     * @throws dev.negzero.runtime.LoadingException NZ834 that names the pair and what was found
     */
    void connect(List<Gpu> gpus) {
        for (Gpu gpu : gpus) {
            for (Gpu peer : gpus) {
                if (gpu.ordinal() != peer.ordinal()) {
                    enable(gpu, peer);
                }
            }
        }
        for (Gpu gpu : gpus) {
            for (Gpu peer : gpus) {
                if (gpu.ordinal() != peer.ordinal()) {
                    prove(gpu, peer);
                }
            }
        }
    }

    private void enable(Gpu gpu, Gpu peer) {
        if (!driver.canAccess(gpu.ordinal(), peer.ordinal())) {
            throw RuntimeProblem.PEER_ACCESS.loading(gpu + " to " + peer + ", which the driver says is not possible");
        }
        driver.use(gpu.context());
        try {
            driver.enableAccess(peer.context());
        } catch (CudaException e) {
            throw RuntimeProblem.PEER_ACCESS.loading(gpu + " to " + peer + ": " + e.getMessage(), e);
        }
    }

    /** Stores from {@code gpu} into the peer's memory, looks there, and fetches back what the peer then stored. */
    private void prove(Gpu gpu, Gpu peer) {
        int there = 0x5EED0001 + 2 * gpu.ordinal();
        int back = 0x7EED0001 + 2 * peer.ordinal();
        try (Undo taken = new Undo()) {
            long remote = allocate(peer, taken);
            long local = allocate(gpu, taken);
            Driver.Pinned seen = driver.allocatePinned(BYTES);
            taken.with(() -> driver.freePinned(seen));
            inOrder(gpu, stream -> driver.fill(remote, there, WORDS, stream));
            inOrder(peer, stream -> driver.copyOut(seen, 0, remote, BYTES, stream));
            require(seen, there, gpu + " stored into memory of " + peer);
            inOrder(peer, stream -> driver.fill(remote, back, WORDS, stream));
            inOrder(gpu, stream -> driver.copy(local, remote, BYTES, stream));
            inOrder(gpu, stream -> driver.copyOut(seen, 0, local, BYTES, stream));
            require(seen, back, gpu + " loaded from memory of " + peer);
        }
    }

    private long allocate(Gpu gpu, Undo taken) {
        driver.use(gpu.context());
        long address = driver.allocate(BYTES);
        taken.with(() -> {
            driver.use(gpu.context());
            driver.free(address);
        });
        return address;
    }

    private interface Work {
        void issue(long stream);
    }

    private void inOrder(Gpu gpu, Work work) {
        driver.use(gpu.context());
        long stream = driver.createStream();
        try {
            work.issue(stream);
            while (!driver.done(stream)) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } finally {
            driver.destroyStream(stream);
        }
    }

    private static void require(Driver.Pinned seen, int word, String what) {
        for (int i = 0; i < WORDS; i++) {
            int found = seen.bytes().getInt(4 * i);
            if (found != word) {
                throw RuntimeProblem.PEER_ACCESS.loading(
                        String.format("%s the word %08x, %08x arrived at word %d", what, word, found, i));
            }
        }
    }
}
