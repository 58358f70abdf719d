package dev.negzero.runtime.cuda;

import java.nio.ByteBuffer;

/** A driver without a device whose pieces of memory are large and hardly used: only the front of each is there. */
class ThinDriver extends FakeDriver {
    private static final int BACKED = 4 << 20;

    ThinDriver(int devices) {
        super(devices);
    }

    @Override
    ByteBuffer backing(long bytes) {
        return super.backing(Math.min(bytes, BACKED));
    }

    @Override
    public void fill(long address, int word, long words, long stream) {
        super.fill(address, word, Math.min(words, BACKED / 8), stream);
    }
}
