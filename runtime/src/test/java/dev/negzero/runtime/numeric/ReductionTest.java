package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every dtype and operation against the scalar reference, bit by bit. */
class ReductionTest {
    private static final byte POISON = 0x5A;

    static Stream<Arguments> all() {
        return Stream.of(DType.values()).flatMap(dtype -> Stream.of(ReduceOp.values())
                .filter(op -> op != ReduceOp.AVG || dtype.isFloat())
                .map(op -> Arguments.of(dtype, op)));
    }

    static Stream<Arguments> ofBytes() {
        return all().filter(dtypeAndOp -> ((DType) dtypeAndOp.get()[0]).bytes() == 1);
    }

    @ParameterizedTest
    @MethodSource("all")
    void reducesRandomBitsOfAnySize(DType dtype, ReduceOp op) {
        Random random = new Random(Seeds.fresh());
        for (int groupSize : new int[] {1, 2, 3, 8}) {
            Reduction reduction = Reduction.of(dtype, op, groupSize);
            int capacity = reduction.capacity();
            int[] sizes = {capacity, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, capacity - 3, capacity - 1, capacity, 7};
            for (int elements : sizes) {
                long[][] ranks = new long[groupSize][elements];
                for (long[] bits : ranks) {
                    for (int i = 0; i < elements; i++) {
                        bits[i] = interesting(dtype, random);
                    }
                }
                assertReduces(reduction, new ReferenceReduction(dtype, op), dtype, ranks);
            }
        }
    }

    /** Random bits, or an infinity, a NaN, a zero, a subnormal or a one, of either sign. */
    private static long interesting(DType dtype, Random random) {
        int bits = 8 * dtype.bytes();
        long mask = -1L >>> (64 - bits);
        long sign = random.nextBoolean() ? 1L << (bits - 1) : 0;
        long infinity = dtype.isFloat() ? Codec.of(dtype).encode(Float.POSITIVE_INFINITY) : mask >>> 1;
        return switch (random.nextInt(12)) {
            case 0 -> sign | infinity;
            case 1 -> sign | ((infinity + 1 + random.nextInt(3)) & mask);
            case 2, 3 -> sign;
            case 4, 5 -> sign | random.nextInt(4);
            case 6 -> sign | Codec.of(dtype).encode(1.0f);
            default -> random.nextLong() & mask;
        };
    }

    @ParameterizedTest
    @MethodSource("ofBytes")
    void reducesEveryPairOfBytes(DType dtype, ReduceOp op) {
        for (int first = 0; first < 256; first++) {
            long[][] ranks = new long[2][256];
            for (int second = 0; second < 256; second++) {
                ranks[0][second] = first;
                ranks[1][second] = second;
            }
            assertReduces(Reduction.of(dtype, op, 2), new ReferenceReduction(dtype, op), dtype, ranks);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16"})
    void reducesEvery16BitPattern(DType dtype) {
        Random random = new Random(Seeds.fresh());
        for (ReduceOp op : ReduceOp.values()) {
            Reduction reduction = Reduction.of(dtype, op, 3);
            for (int base = 0; base < 1 << 16; base += 1024) {
                long[][] ranks = new long[3][1024];
                for (int i = 0; i < 1024; i++) {
                    ranks[0][i] = (long) base + i;
                    ranks[1][i] = (long) base + 1023 - i;
                    ranks[2][i] = random.nextInt(1 << 16);
                }
                assertReduces(reduction, new ReferenceReduction(dtype, op), dtype, ranks);
            }
        }
    }

    private static void assertReduces(Reduction reduction, ReferenceReduction reference, DType dtype, long[][] ranks) {
        int elements = ranks[0].length;
        int bytes = dtype.bytes();
        int fromOffset = elements % 9;
        int toOffset = 3 + elements % 5;
        ByteBuffer from = ByteBuffer.allocateDirect(fromOffset + elements * bytes);
        ByteBuffer to = ByteBuffer.allocateDirect(toOffset + elements * bytes + 9);
        for (int i = 0; i < to.capacity(); i++) {
            to.put(i, POISON);
        }
        for (int rank = 0; rank < ranks.length; rank++) {
            for (int i = 0; i < elements; i++) {
                Bits.put(from, fromOffset + i * bytes, bytes, ranks[rank][i]);
            }
            if (rank == 0) {
                reduction.first(from, fromOffset, elements);
            } else {
                reduction.next(from, fromOffset, elements);
            }
        }
        reduction.finish(to, toOffset, elements);
        assertEquals(0, from.position() + to.position());
        assertResults(reference, ranks, to, toOffset, bytes);
    }

    private static void assertResults(
            ReferenceReduction reference, long[][] ranks, ByteBuffer to, int toOffset, int bytes) {
        int elements = ranks[0].length;
        for (int i = 0; i < elements; i++) {
            long[] inputs = new long[ranks.length];
            for (int rank = 0; rank < ranks.length; rank++) {
                inputs[rank] = ranks[rank][i];
            }
            int index = i;
            assertEquals(
                    Long.toHexString(reference.reduce(inputs)),
                    Long.toHexString(Bits.get(to, toOffset + i * bytes, bytes)),
                    () -> "element " + index + " of " + elements + ", inputs " + Arrays.toString(inputs));
        }
        for (int i = 0; i < to.capacity(); i++) {
            if (i < toOffset || i >= toOffset + elements * bytes) {
                assertEquals(POISON, to.get(i), "byte " + i + " beside the results");
            }
        }
    }
}
