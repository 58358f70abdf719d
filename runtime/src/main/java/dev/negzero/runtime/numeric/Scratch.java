package dev.negzero.runtime.numeric;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * A little off-heap memory that stays in the nearest cache, seen as each of Java's element types.
 *
 * <p>C2 compiles loops over arrays of one type to vector code, but not those that reinterpret floats as ints, load from
 * a buffer, or change the width of an element. So data passes from array to array through here, by bulk copies, which
 * cost far less than a scalar loop and allocate nothing, as a view of the caller's buffer would.
 */
final class Scratch {
    final ByteBuffer bytes;
    final IntBuffer ints;
    final LongBuffer longs;
    final FloatBuffer floats;
    final DoubleBuffer doubles;

    Scratch(int size) {
        // A whole cache line more, so that no vector load straddles two.
        bytes = ByteBuffer.allocateDirect(size + 64).alignedSlice(64).order(ByteOrder.LITTLE_ENDIAN);
        ints = bytes.asIntBuffer();
        longs = bytes.asLongBuffer();
        floats = bytes.asFloatBuffer();
        doubles = bytes.asDoubleBuffer();
    }

    /** Copies {@code length} bytes in. */
    void load(ByteBuffer from, int byteOffset, int length) {
        bytes.put(0, from, byteOffset, length);
    }

    /** Copies the first {@code length} bytes out. */
    void store(ByteBuffer to, int byteOffset, int length) {
        to.put(byteOffset, bytes, 0, length);
    }
}
