package dev.negzero.runtime.cuda;

import java.util.Arrays;

/**
 * The device's table of symmetric buffers: for each number of a region, the address of every rank's buffer. It grows into
 * new memory; the old table stays, as a captured graph may still name it.
 */
final class SymmetricTable {
    private static final int FIRST_CAPACITY = 256;

    private final CudaRank rank;
    private final int ranks;
    private volatile long address;
    private int capacity;
    private long[] entries = new long[0];

    SymmetricTable(CudaRank rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
    }

    /** The table's address; 0 before the first entry. */
    long address() {
        return address;
    }

    /** Enters a buffer: the address of each rank's. Waits until the device has it. */
    void put(int region, long[] addresses) {
        if (region < capacity) {
            System.arraycopy(addresses, 0, entries, region * ranks, ranks);
            upload(address, region * ranks, ranks);
            return;
        }
        capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit(region) * 2);
        entries = Arrays.copyOf(entries, capacity * ranks);
        System.arraycopy(addresses, 0, entries, region * ranks, ranks);
        long table = rank.arena().allocate(8L * entries.length);
        upload(table, 0, entries.length);
        address = table;
    }

    private void upload(long table, int from, int count) {
        rank.stage().write(table + 8L * from, 8L * count, (buffer, at, done, length) -> {
            for (int i = 0; i < length; i += 8) {
                buffer.putLong(at + i, entries[from + (int) ((done + i) / 8)]);
            }
        });
    }
}
