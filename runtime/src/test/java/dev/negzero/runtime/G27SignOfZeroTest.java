package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A result that rounds or underflows to -0.0 is written as +0.0, by every way. */
class G27SignOfZeroTest {
    private static final long SMALLEST = 0x8001;

    private static void checkZero(ReduceOp op, Path path, long[] inputs) {
        long[][] ranks = new long[inputs.length][];
        for (int rank = 0; rank < inputs.length; rank++) {
            ranks[rank] = new long[] {inputs[rank], inputs[rank], inputs[rank]};
        }
        for (long[] result : Fleet.once(Plans.single(inputs.length, DType.BF16, op, path), "reduce", ranks)) {
            assertArrayEquals(new long[3], result);
        }
    }

    /** The average, -2^-135, is a quarter of BF16's smallest subnormal. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void averageThatRoundsToZero(Path path) {
        checkZero(ReduceOp.AVG, path, new long[] {SMALLEST, 0, 0, 0});
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void productThatUnderflows(Path path) {
        checkZero(ReduceOp.PROD, path, new long[] {SMALLEST, SMALLEST ^ 0x8000, 0x3F80, 0x3F80});
    }

    /** A product of float subnormal range that only the last rounding, to BF16, takes to zero. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void productThatRoundsToZero(Path path) {
        checkZero(ReduceOp.PROD, path, new long[] {SMALLEST, 0x3E80, 0x3F80, 0x3F80});
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void maximumOfZerosOfBothSigns(Path path) {
        checkZero(ReduceOp.MAX, path, new long[] {0x8000, 0x8000, 0x8000});
        checkZero(ReduceOp.MIN, path, new long[] {0x0000, 0x8000, 0x0000});
    }
}
