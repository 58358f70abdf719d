package dev.negzero.runtime.engine;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** What enters a call's signature of its counts, where each rank or pair has its own. */
public final class CountsHash {
    private CountsHash() {}

    /** CRC-32C of the counts; never 0, which stands for a call with one count. */
    public static int of(long[] counts) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * counts.length);
        for (long count : counts) {
            bytes.putLong(count);
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.flip());
        return crc.getValue() == 0 ? 1 : (int) crc.getValue();
    }
}
