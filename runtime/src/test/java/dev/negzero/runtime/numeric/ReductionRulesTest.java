package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules that make one bit-exact answer, each by an example that a plausible mistake gets wrong. */
class ReductionRulesTest {
    private static long reduceBits(DType dtype, ReduceOp op, long... ranks) {
        int bytes = dtype.bytes();
        Reduction reduction = Reduction.of(dtype, op, ranks.length);
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        for (int rank = 0; rank < ranks.length; rank++) {
            Bits.put(buffer, 0, bytes, ranks[rank]);
            if (rank == 0) {
                reduction.first(buffer, 0, 1);
            } else {
                reduction.next(buffer, 0, 1);
            }
        }
        reduction.finish(buffer, 0, 1);
        return Bits.get(buffer, 0, bytes);
    }

    private static long reduce(DType dtype, ReduceOp op, double... ranks) {
        long[] bits = new long[ranks.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            bits[rank] = Codec.of(dtype).encode(ranks[rank]);
        }
        return reduceBits(dtype, op, bits);
    }

    @Test
    void roundsOnceAtTheEnd() {
        long sixtyThousand = Codec.of(DType.F16).encode(60000.0);
        assertEquals(sixtyThousand, reduce(DType.F16, ReduceOp.SUM, 60000, 60000, -60000));
        assertEquals(Codec.of(DType.BF16).encode(2.0), reduce(DType.BF16, ReduceOp.SUM, 256, 1, 1, -256));
    }

    @Test
    void addsInRankOrder() {
        assertEquals(0, reduce(DType.F32, ReduceOp.SUM, 1, 0x1p30, -0x1p30));
        assertEquals(0x3F800000, reduce(DType.F32, ReduceOp.SUM, 0x1p30, -0x1p30, 1));
    }

    @Test
    void writesZerosAsPositive() {
        assertEquals(0, reduce(DType.BF16, ReduceOp.AVG, -0x1p-133, 0, 0, 0));
        assertEquals(0, reduce(DType.BF16, ReduceOp.PROD, -0x1p-100, 0x1p-100));
        assertEquals(0, reduce(DType.F16, ReduceOp.PROD, -0x1p-20, 0x1p-20));
        assertEquals(0, reduce(DType.F32, ReduceOp.PROD, -0x1p-100, 0x1p-100));
        assertEquals(0, reduce(DType.F64, ReduceOp.PROD, -0x1p-1000, 0x1p-1000));
        assertEquals(0, reduce(DType.F8E4M3, ReduceOp.PROD, -0x1p-9, 0x1p-9));
        assertEquals(0, reduce(DType.F8E5M2, ReduceOp.AVG, -0x1p-16, 0));
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F32", "F64", "F8E4M3", "F8E5M2"})
    void readsZerosAsPositive(DType dtype) {
        for (ReduceOp op : ReduceOp.values()) {
            assertEquals(0, reduce(dtype, op, -0.0, -0.0), op.name());
            assertEquals(0, reduce(dtype, op, -0.0), op.name());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F32", "F64", "F8E4M3", "F8E5M2"})
    void writesTheCanonicalNan(DType dtype) {
        long canonical =
                switch (dtype) {
                    case BF16 -> 0x7FC0L;
                    case F16 -> 0x7E00L;
                    case F32 -> 0x7FC00000L;
                    case F64 -> 0x7FF8000000000000L;
                    case F8E4M3 -> 0x7FL;
                    default -> 0x7EL;
                };
        long allOnes = -1L >>> (64 - 8 * dtype.bytes()); // a negative NaN in each format
        long one = Codec.of(dtype).encode(1.0);
        for (ReduceOp op : ReduceOp.values()) {
            assertEquals(canonical, reduceBits(dtype, op, allOnes, one), op.name());
            assertEquals(canonical, reduceBits(dtype, op, one, allOnes, one), op.name());
        }
        if (dtype != DType.F8E4M3) {
            assertEquals(canonical, reduce(dtype, ReduceOp.SUM, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
            assertEquals(canonical, reduce(dtype, ReduceOp.PROD, Double.POSITIVE_INFINITY, 0));
        }
    }

    @Test
    void keepsSubnormals() {
        assertEquals(0x8003, reduceBits(DType.BF16, ReduceOp.SUM, 0x8001, 0x8002));
        assertEquals(0x8003, reduceBits(DType.F16, ReduceOp.SUM, 0x8001, 0x8002));
        assertEquals(0x80000003L, reduceBits(DType.F32, ReduceOp.SUM, 0x80000001L, 0x80000002L));
        assertEquals(0x83, reduceBits(DType.F8E4M3, ReduceOp.SUM, 0x81, 0x82));
        assertEquals(0x03, reduceBits(DType.F8E5M2, ReduceOp.SUM, 0x01, 0x02));
    }

    @Test
    void overflowsAsTheFormatSays() {
        assertEquals(0x7E, reduce(DType.F8E4M3, ReduceOp.SUM, 448, 448));
        assertEquals(0xFE, reduce(DType.F8E4M3, ReduceOp.PROD, -448, 448));
        assertEquals(0x7C, reduce(DType.F8E5M2, ReduceOp.SUM, 57344, 57344));
        assertEquals(0x7C00, reduce(DType.F16, ReduceOp.SUM, 65504, 65504));
        assertEquals(0x7BFF, reduce(DType.F16, ReduceOp.AVG, 65504, 65504));
    }

    @Test
    void wrapsIntegersInTheirType() {
        assertEquals(0x80, reduceBits(DType.I8, ReduceOp.SUM, 0x7F, 1));
        assertEquals(0x00, reduceBits(DType.U8, ReduceOp.SUM, 0xFF, 1));
        assertEquals(0xFF, reduceBits(DType.U8, ReduceOp.MAX, 0xFF, 1));
        assertEquals(0x01, reduceBits(DType.I8, ReduceOp.MAX, 0xFF, 1));
        assertEquals(0x80000000L, reduceBits(DType.I32, ReduceOp.SUM, 0x7FFFFFFF, 1));
        assertEquals(Long.MIN_VALUE, reduceBits(DType.I64, ReduceOp.SUM, Long.MAX_VALUE, 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"I8", "U8", "I32", "I64"})
    void refusesTheAverageOfIntegers(DType dtype) {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Reduction.of(dtype, ReduceOp.AVG, 2));
        assertEquals(
                "AVG needs a floating-point dtype; found " + dtype + "; use SUM and divide in your own code",
                thrown.getMessage());
    }

    @Test
    void refusesAnEmptyGroup() {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Reduction.of(DType.F32, ReduceOp.SUM, 0));
        assertEquals("a group has at least 1 rank; found 0", thrown.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void allocatesNothingPerChunk(DType dtype) {
        Reduction reduction = Reduction.of(dtype, ReduceOp.SUM, 2);
        int elements = reduction.capacity();
        ByteBuffer buffer = ByteBuffer.allocateDirect(elements * dtype.bytes());
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int chunk = 0; chunk < 1100; chunk++) {
            if (chunk == 100) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            reduction.first(buffer, 0, elements);
            reduction.next(buffer, 0, elements);
            reduction.finish(buffer, 0, elements);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1000, () -> allocated + " bytes for 1000 chunks");
    }
}
