package dev.negzero.litmus;

import java.nio.ByteBuffer;

/** Memory as ranks share it: off-heap, aligned, zeroed. Cut from larger pieces, as allocating each would leave no time. */
final class Region {
    private static final int PIECE = 1 << 20;
    private static final int LINE = 64;
    private static final ThreadLocal<ByteBuffer> CURRENT = ThreadLocal.withInitial(Region::piece);

    private Region() {}

    private static ByteBuffer piece() {
        return ByteBuffer.allocateDirect(PIECE + LINE).alignedSlice(LINE);
    }

    static ByteBuffer of(int bytes) {
        int length = (bytes + LINE - 1) / LINE * LINE;
        ByteBuffer current = CURRENT.get();
        if (current.remaining() < length) {
            current = piece();
            CURRENT.set(current);
        }
        ByteBuffer region = current.slice(current.position(), length);
        current.position(current.position() + length);
        return region;
    }
}
