package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Proves that ranks that are processes reach each other's memory, by a round trip of data for each pair: {@link PeerLinks}
 * does it for ranks of one process. Each rank offers one slot to each peer.
 */
final class PairProof {
    private static final int WORDS = 1024;
    private static final int SLOT = 4 * WORDS;

    private final CudaRank rank;
    private final ProcessDirectory directory;
    private final Driver driver;
    private final int ranks;

    PairProof(CudaRank rank, ProcessDirectory directory, int ranks) {
        this.rank = rank;
        this.directory = directory;
        this.driver = rank.driver();
        this.ranks = ranks;
    }

    /**
     * Takes part in the proof. Collective.
     *
     * @param region number of the region that the slots are in
     * @throws dev.negzero.runtime.LoadingException NZ834 that names the pair and what was found
     */
    void run(int region) {
        int me = rank.index();
        long own = rank.arena().allocate((long) ranks * SLOT);
        long local = rank.arena().allocate(SLOT);
        rank.use();
        driver.fill(own, 0, (long) ranks * WORDS, rank.stream());
        rank.drain();
        directory.publish(region, me, own);
        rank.meet("slots for a proof of peer access");
        each(peer -> driver.fill(slot(region, peer, me), there(me, peer), WORDS, rank.stream()));
        rank.drain();
        rank.meet("words in all slots");
        each(peer -> {
            require(own + (long) SLOT * peer, there(peer, me), directory.pair(peer, me) + " stored");
            driver.fill(own + (long) SLOT * peer, back(me, peer), WORDS, rank.stream());
        });
        rank.drain();
        rank.meet("answers in all slots");
        each(peer -> {
            driver.copy(local, slot(region, peer, me), SLOT, rank.stream());
            require(local, back(peer, me), directory.pair(me, peer) + " loaded");
        });
        rank.meet("peer access proven");
        directory.close(region, me);
        rank.arena().free(local);
        rank.arena().free(own);
    }

    private interface Step {
        void with(int peer);
    }

    private void each(Step step) {
        for (int peer = 0; peer < ranks; peer++) {
            if (peer != rank.index()) {
                step.with(peer);
            }
        }
    }

    private long slot(int region, int owner, int writer) {
        return directory.address(region, owner) + (long) SLOT * writer;
    }

    private static int there(int writer, int owner) {
        return 0x5EED0001 + 64 * writer + 2 * owner;
    }

    private static int back(int owner, int writer) {
        return 0x7EED0001 + 64 * owner + 2 * writer;
    }

    private void require(long address, int word, String what) {
        ByteBuffer seen = ByteBuffer.allocateDirect(SLOT).order(ByteOrder.LITTLE_ENDIAN);
        rank.stage().read(address, SLOT, (buffer, at, done, length) -> seen.put((int) done, buffer, at, length));
        for (int i = 0; i < WORDS; i++) {
            int found = seen.getInt(4 * i);
            if (found != word) {
                throw RuntimeProblem.PEER_ACCESS.loading(
                        String.format("%s the word %08x, %08x arrived at word %d", what, word, found, i));
            }
        }
    }
}
