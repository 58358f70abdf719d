package dev.negzero.runtime.host;

import dev.negzero.runtime.engine.Memory;
import java.nio.ByteBuffer;

/** A buffer of one rank: bytes of this process, or a region that peers read in place. */
final class HostMemory implements Memory {
    private final HostRank rank;
    private final ByteBuffer buffer;
    private final int symmetricId;
    private final HostMemory unshared;

    /**
     * A piece of memory.
     *
     * @param symmetricId index of the region that peers know it by; 0 if they can't reach it
     */
    HostMemory(HostRank rank, ByteBuffer buffer, int symmetricId) {
        this.rank = rank;
        this.buffer = buffer;
        this.symmetricId = symmetricId;
        this.unshared = symmetricId == 0 ? this : new HostMemory(rank, buffer, 0);
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int symmetricId() {
        return symmetricId;
    }

    @Override
    public Memory unshared() {
        return unshared;
    }

    @Override
    public long bytes() {
        return buffer.capacity();
    }

    @Override
    public void write(long offset, long length, Window window) {
        rank.runInOrder(() -> window.transfer(buffer, (int) offset, 0, (int) length));
    }

    @Override
    public void read(long offset, long length, Window window) {
        write(offset, length, window);
    }

    @Override
    public void free() {
        if (symmetricId != 0) {
            rank.forget(symmetricId);
        }
    }
}
