package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole arrays convert as single elements do, and nothing beside them is touched. */
class BulkCodecTest {
    private static final int COUNT = 2049; // past two blocks of the narrow codecs
    private static final int INDEX = 3;
    private static final int OFFSET = 5; // not aligned to anything
    private static final byte POISON = 0x5A;

    private final Random random = new Random(Seeds.fresh());

    private static ByteBuffer[] poisoned(DType dtype) {
        int size = OFFSET + COUNT * dtype.bytes() + 7;
        ByteBuffer[] buffers = {
            ByteBuffer.allocateDirect(size).order(ByteOrder.BIG_ENDIAN), ByteBuffer.wrap(new byte[size])
        };
        for (ByteBuffer buffer : buffers) {
            for (int i = 0; i < size; i++) {
                buffer.put(i, POISON);
            }
            buffer.position(1);
        }
        return buffers;
    }

    private static long element(ByteBuffer buffer, DType dtype, int i) {
        long bits = 0;
        for (int b = dtype.bytes() - 1; b >= 0; b--) {
            bits = bits << 8 | (buffer.get(OFFSET + i * dtype.bytes() + b) & 0xFF);
        }
        return bits;
    }

    private static void assertUntouched(ByteBuffer buffer, DType dtype) {
        assertEquals(1, buffer.position());
        assertEquals(buffer.capacity(), buffer.limit());
        for (int i = 0; i < buffer.capacity(); i++) {
            if (i < OFFSET || i >= OFFSET + COUNT * dtype.bytes()) {
                assertEquals(POISON, buffer.get(i));
            }
        }
    }

    private void fill(ByteBuffer buffer, DType dtype) {
        byte[] bytes = new byte[COUNT * dtype.bytes()];
        random.nextBytes(bytes);
        buffer.put(OFFSET, bytes);
    }

    @ParameterizedTest
    @EnumSource
    void putsFloatsAndDoubles(DType dtype) {
        Codec codec = Codec.of(dtype);
        float[] floats = new float[INDEX + COUNT];
        double[] doubles = new double[INDEX + COUNT];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = Float.intBitsToFloat(random.nextInt());
            doubles[i] = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : 100 * random.nextGaussian();
        }
        for (ByteBuffer buffer : poisoned(dtype)) {
            codec.put(floats, INDEX, buffer, OFFSET, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(codec.encode(floats[INDEX + i]), element(buffer, dtype, i));
            }
            assertUntouched(buffer, dtype);
        }
        for (ByteBuffer buffer : poisoned(dtype)) {
            codec.put(doubles, INDEX, buffer, OFFSET, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(codec.encode(doubles[INDEX + i]), element(buffer, dtype, i));
            }
            assertUntouched(buffer, dtype);
        }
    }

    @ParameterizedTest
    @EnumSource
    void putsIntsAndLongs(DType dtype) {
        Codec codec = Codec.of(dtype);
        int[] ints = random.ints(INDEX + COUNT).map(i -> i >> (i & 31)).toArray();
        long[] longs = random.longs(INDEX + COUNT).map(i -> i >> (i & 63)).toArray();
        for (ByteBuffer buffer : poisoned(dtype)) {
            codec.put(ints, INDEX, buffer, OFFSET, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(codec.encode((long) ints[INDEX + i]), element(buffer, dtype, i));
            }
            assertUntouched(buffer, dtype);
        }
        for (ByteBuffer buffer : poisoned(dtype)) {
            codec.put(longs, INDEX, buffer, OFFSET, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(codec.encode(longs[INDEX + i]), element(buffer, dtype, i));
            }
            assertUntouched(buffer, dtype);
        }
    }

    @ParameterizedTest
    @EnumSource
    void getsFloatsAndDoubles(DType dtype) {
        Codec codec = Codec.of(dtype);
        for (ByteBuffer buffer : poisoned(dtype)) {
            fill(buffer, dtype);
            float[] floats = new float[INDEX + COUNT + 1];
            double[] doubles = new double[INDEX + COUNT + 1];
            Arrays.fill(floats, 77);
            Arrays.fill(doubles, 77);
            codec.get(buffer, OFFSET, floats, INDEX, COUNT);
            codec.get(buffer, OFFSET, doubles, INDEX, COUNT);
            for (int i = 0; i < floats.length; i++) {
                boolean inside = i >= INDEX && i < INDEX + COUNT;
                long bits = inside ? element(buffer, dtype, i - INDEX) : 0;
                float single = inside ? codec.toFloat(bits) : 77;
                double real = inside ? codec.toDouble(bits) : 77;
                assertEquals(Float.floatToRawIntBits(single), Float.floatToRawIntBits(floats[i]));
                assertEquals(Double.doubleToRawLongBits(real), Double.doubleToRawLongBits(doubles[i]));
            }
            assertUntouched(buffer, dtype);
        }
    }

    @ParameterizedTest
    @EnumSource
    void getsIntsAndLongs(DType dtype) {
        Codec codec = Codec.of(dtype);
        for (ByteBuffer buffer : poisoned(dtype)) {
            fill(buffer, dtype);
            int[] ints = new int[INDEX + COUNT + 1];
            long[] longs = new long[INDEX + COUNT + 1];
            Arrays.fill(ints, 77);
            Arrays.fill(longs, 77);
            codec.get(buffer, OFFSET, ints, INDEX, COUNT);
            codec.get(buffer, OFFSET, longs, INDEX, COUNT);
            for (int i = 0; i < ints.length; i++) {
                boolean inside = i >= INDEX && i < INDEX + COUNT;
                long value = inside ? codec.toLong(element(buffer, dtype, i - INDEX)) : 77;
                assertEquals(value, longs[i]);
                assertEquals(Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value)), ints[i]);
            }
            assertUntouched(buffer, dtype);
        }
    }

    @ParameterizedTest
    @EnumSource
    void movesRawBytesUnchanged(DType dtype) {
        Codec codec = Codec.of(dtype);
        byte[] bytes = new byte[INDEX + COUNT * dtype.bytes()];
        random.nextBytes(bytes);
        for (ByteBuffer buffer : poisoned(dtype)) {
            codec.putRaw(bytes, INDEX, buffer, OFFSET, COUNT);
            assertUntouched(buffer, dtype);
            byte[] back = Arrays.copyOf(bytes, INDEX + COUNT * dtype.bytes());
            Arrays.fill(back, INDEX, back.length, POISON);
            codec.getRaw(buffer, OFFSET, back, INDEX, COUNT);
            assertArrayEquals(bytes, back);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16"})
    void movesRawShortsUnchanged(DType dtype) {
        Codec codec = Codec.of(dtype);
        short[] patterns = new short[1 << 16];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = (short) i;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(2 * patterns.length + 1);
        codec.putRaw(patterns, 0, buffer, 1, patterns.length);
        assertEquals(0x34, buffer.get(1 + 2 * 0x1234));
        short[] back = new short[patterns.length];
        codec.getRaw(buffer, 1, back, 0, patterns.length);
        assertArrayEquals(patterns, back);
    }

    @Test
    void refusesShortsForOtherSizes() {
        Codec codec = Codec.of(DType.F32);
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        String text = "a short[] carries raw 16-bit patterns; found dtype F32; pass a byte[]";
        IllegalArgumentException put =
                assertThrows(IllegalArgumentException.class, () -> codec.putRaw(new short[4], 0, buffer, 0, 4));
        assertEquals(text, put.getMessage());
        IllegalArgumentException get =
                assertThrows(IllegalArgumentException.class, () -> codec.getRaw(buffer, 0, new short[4], 0, 4));
        assertEquals(text, get.getMessage());
    }
}
