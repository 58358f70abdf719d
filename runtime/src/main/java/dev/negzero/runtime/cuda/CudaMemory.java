package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.Memory;

/** A buffer of one rank: a range of its GPU's memory. */
final class CudaMemory implements Memory {
    private final CudaRank rank;
    private final long address;
    private final long bytes;
    private final int symmetricId;
    private final boolean own;
    private final CudaMemory unshared;

    /**
     * A range that this engine allocated.
     *
     * @param symmetricId what peers know it by; 0 if they can't reach it
     */
    CudaMemory(CudaRank rank, long address, long bytes, int symmetricId) {
        this(rank, address, bytes, symmetricId, true);
    }

    /** A range that somebody else allocated and will free. */
    static CudaMemory external(CudaRank rank, long address, long bytes) {
        return new CudaMemory(rank, address, bytes, 0, false);
    }

    private CudaMemory(CudaRank rank, long address, long bytes, int symmetricId, boolean own) {
        this.rank = rank;
        this.address = address;
        this.bytes = bytes;
        this.symmetricId = symmetricId;
        this.own = own;
        this.unshared = symmetricId == 0 ? this : external(rank, address, bytes);
    }

    long address() {
        return address;
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
        return bytes;
    }

    @Override
    public void write(long offset, long length, Window window) {
        rank.stage().write(address + offset, length, window);
    }

    @Override
    public void read(long offset, long length, Window window) {
        rank.stage().read(address + offset, length, window);
    }

    @Override
    public void free() {
        if (!own) {
            return;
        }
        if (symmetricId == 0) {
            rank.arena().free(address);
        } else {
            rank.shared().close(symmetricId);
        }
    }
}
