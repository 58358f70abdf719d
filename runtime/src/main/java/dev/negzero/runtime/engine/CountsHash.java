package dev.negzero.runtime.engine;

import java.util.zip.CRC32C;

/** What enters a call's signature of its counts, where each rank or pair has its own. Keeps its state, to allocate once. */
public final class CountsHash {
    private final CRC32C crc = new CRC32C();

    /** CRC-32C of the counts; never 0, which stands for a call with one count. */
    public static int of(long[] counts) {
        return new CountsHash().hash(counts);
    }

    /** The same; allocates nothing. One thread at a time. */
    public int hash(long[] counts) {
        crc.reset();
        for (long count : counts) {
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                crc.update((int) (count >>> shift));
            }
        }
        return crc.getValue() == 0 ? 1 : (int) crc.getValue();
    }
}
