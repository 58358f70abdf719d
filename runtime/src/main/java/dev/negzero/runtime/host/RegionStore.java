package dev.negzero.runtime.host;

import dev.negzero.runtime.RuntimeProblem;
import java.nio.ByteBuffer;

/**
 * Where the ranks' regions live. A region is named by its index, which counts the collective allocations of a group (0 is
 * the control region), and by the rank that owns it.
 */
public interface RegionStore extends AutoCloseable {
    /** Most bytes of one region: what a {@link ByteBuffer} can address, less what alignment takes. */
    long LIMIT = Integer.MAX_VALUE - 4096L;

    /** Allocates a zeroed region. */
    ByteBuffer create(int index, int rank, long bytes);

    /** A peer's region, which the peer has created; for control regions, waits until it has. */
    ByteBuffer attach(int index, int rank, long bytes);

    /** Forgets a region of a rank of this process. */
    void remove(int index, int rank);

    /** Forgets all regions of a rank of this process. */
    void removeAll(int rank);

    /** Where the regions of a subgroup live; the same for all of its ranks, who agree on the name. */
    RegionStore subgroup(String name);

    @Override
    void close();

    /** Zeroed memory of this process, aligned for any word and any cache line. */
    static ByteBuffer allocate(long bytes) {
        check(bytes);
        try {
            int size = (int) Math.max(64, (bytes + 63) / 64 * 64);
            return ByteBuffer.allocateDirect(size + 64).alignedSlice(64).slice(0, (int) Math.max(1, bytes));
        } catch (OutOfMemoryError e) {
            throw RuntimeProblem.REGION_MEMORY.loading(bytes + " bytes asked for: " + e.getMessage(), e);
        }
    }

    /** Refuses what one buffer can't address. */
    static void check(long bytes) {
        if (bytes > LIMIT) {
            throw RuntimeProblem.REGION_SIZE.loading(bytes + " bytes");
        }
    }
}
