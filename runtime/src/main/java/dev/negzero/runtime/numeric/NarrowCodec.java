package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;

/** Floats of 8 and 16 bits. */
final class NarrowCodec extends Codec {
    /** Elements that are converted in an array before they go to, or after they come from, a buffer in one copy. */
    private static final int BLOCK = 1024;

    private final NarrowFloat format;

    NarrowCodec(DType dtype) {
        super(dtype);
        this.format = NarrowFloat.of(dtype);
    }

    @Override
    public long encode(float value) {
        return format.encode(value);
    }

    @Override
    public long encode(double value) {
        return format.encode(value);
    }

    @Override
    public long encode(long value) {
        return format.encode(sticky(value));
    }

    @Override
    public float toFloat(long bits) {
        return format.decode((int) bits);
    }

    @Override
    public double toDouble(long bits) {
        return format.decode((int) bits);
    }

    @Override
    public long toLong(long bits) {
        return round(format.decode((int) bits), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public void put(float[] from, int index, ByteBuffer to, int byteOffset, int count) {
        if (dtype().bytes() == 1) {
            putBytes(from, index, Bits.at(to, byteOffset), count);
        } else {
            putShorts(from, index, Bits.at(to, byteOffset).asShortBuffer(), count);
        }
    }

    private void putBytes(float[] from, int index, ByteBuffer to, int count) {
        byte[] block = new byte[Math.min(count, BLOCK)];
        for (int done = 0; done < count; done += BLOCK) {
            int n = Math.min(count - done, BLOCK);
            for (int i = 0; i < n; i++) {
                block[i] = (byte) format.encode(from[index + done + i]);
            }
            to.put(block, 0, n);
        }
    }

    private void putShorts(float[] from, int index, ShortBuffer to, int count) {
        short[] block = new short[Math.min(count, BLOCK)];
        for (int done = 0; done < count; done += BLOCK) {
            int n = Math.min(count - done, BLOCK);
            for (int i = 0; i < n; i++) {
                block[i] = (short) format.encode(from[index + done + i]);
            }
            to.put(block, 0, n);
        }
    }

    @Override
    public void get(ByteBuffer from, int byteOffset, float[] to, int index, int count) {
        if (dtype().bytes() == 1) {
            getBytes(Bits.at(from, byteOffset), to, index, count);
        } else {
            getShorts(Bits.at(from, byteOffset).asShortBuffer(), to, index, count);
        }
    }

    private void getBytes(ByteBuffer from, float[] to, int index, int count) {
        byte[] block = new byte[Math.min(count, BLOCK)];
        for (int done = 0; done < count; done += BLOCK) {
            int n = Math.min(count - done, BLOCK);
            from.get(block, 0, n);
            for (int i = 0; i < n; i++) {
                to[index + done + i] = format.decode(block[i]);
            }
        }
    }

    private void getShorts(ShortBuffer from, float[] to, int index, int count) {
        short[] block = new short[Math.min(count, BLOCK)];
        for (int done = 0; done < count; done += BLOCK) {
            int n = Math.min(count - done, BLOCK);
            from.get(block, 0, n);
            for (int i = 0; i < n; i++) {
                to[index + done + i] = format.decode(block[i]);
            }
        }
    }
}
