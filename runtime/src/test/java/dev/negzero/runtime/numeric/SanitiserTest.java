package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** -0.0 becomes +0.0 in each lane of a word, and nothing else changes. */
class SanitiserTest {
    private final Random random = new Random(Seeds.fresh());

    private static long expected(DType dtype, long word) {
        int bits = 8 * dtype.bytes();
        long result = word;
        for (int at = 0; at < 64; at += bits) {
            long lane = word << (64 - bits - at) >>> (64 - bits);
            if (dtype.isFloat() && lane == 1L << (bits - 1)) {
                result &= ~(lane << at);
            }
        }
        return result;
    }

    /** Random lanes, many of them zeros, sentinels, or one bit away from them. */
    private long word(DType dtype) {
        int bits = 8 * dtype.bytes();
        long word = random.nextLong();
        for (int at = 0; at < 64; at += bits) {
            long mask = -1L >>> (64 - bits) << at;
            long special =
                    switch (random.nextInt(6)) {
                        case 0 -> 0;
                        case 1 -> 1L << (bits - 1);
                        case 2 -> 1L << (bits - 1) | 1;
                        case 3 -> 1;
                        default -> word >>> at;
                    };
            word = (word & ~mask) | ((special << at) & mask);
        }
        return word;
    }

    @ParameterizedTest
    @EnumSource
    void mapsEachLane(DType dtype) {
        Sanitiser sanitiser = Sanitiser.of(dtype);
        for (int i = 0; i < 100_000; i++) {
            long word = word(dtype);
            assertEquals(expected(dtype, word), sanitiser.word(word), () -> Long.toHexString(word));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void mapsEveryPatternInEveryLane(DType dtype) {
        Sanitiser sanitiser = Sanitiser.of(dtype);
        int bits = 8 * dtype.bytes();
        for (long pattern = 0; pattern < 1L << bits; pattern++) {
            for (int at = 0; at < 64; at += bits) {
                long alone = pattern << at;
                long among = alone | ~(-1L >>> (64 - bits) << at);
                assertEquals(expected(dtype, alone), sanitiser.word(alone));
                assertEquals(expected(dtype, among), sanitiser.word(among));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F32", "F8E4M3", "F8E5M2"})
    void leavesNoSentinel(DType dtype) {
        Sanitiser sanitiser = Sanitiser.of(dtype);
        for (int i = 0; i < 100_000; i++) {
            long word = sanitiser.word(word(dtype));
            assertNotEquals(0x80000000, (int) word);
            assertNotEquals(0x80000000, (int) (word >>> 32));
        }
    }

    @ParameterizedTest
    @EnumSource
    void copiesAnyNumberOfElements(DType dtype) {
        Sanitiser sanitiser = Sanitiser.of(dtype);
        int bytes = dtype.bytes();
        for (int elements = 0; elements <= 33; elements++) {
            ByteBuffer from = ByteBuffer.allocateDirect(elements * bytes + 11);
            ByteBuffer to = ByteBuffer.allocateDirect(elements * bytes + 11);
            for (int i = 0; i < from.capacity(); i++) {
                from.put(i, (byte) (random.nextBoolean() ? 0x80 : 0));
                to.put(i, (byte) 0x5A);
            }
            sanitiser.copy(from, 3, to, 5, elements);
            for (int i = 0; i < elements; i++) {
                long source = Bits.get(from, 3 + i * bytes, bytes);
                assertEquals(expected(dtype, source), Bits.get(to, 5 + i * bytes, bytes), "element " + i);
            }
            for (int i = 0; i < to.capacity(); i++) {
                if (i < 5 || i >= 5 + elements * bytes) {
                    assertEquals(0x5A, to.get(i));
                }
            }
        }
    }
}
