package dev.negzero.runtime.host;

import java.nio.ByteBuffer;

/** Zeroes stretches of regions. */
final class Zeros {
    private static final int CHUNK = 8192;
    /** Never written to, and read by absolute offsets only, so all ranks may share it. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(CHUNK);

    private Zeros() {}

    static void fill(ByteBuffer region, int from, int bytes) {
        for (int done = 0; done < bytes; done += CHUNK) {
            region.put(from + done, ZEROS, 0, Math.min(CHUNK, bytes - done));
        }
    }
}
