package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A negative subnormal is data, not an empty slot, and is kept. */
class G01NegativeSubnormalTest {
    static Stream<Arguments> cases() {
        return Stream.of(DType.values()).filter(DType::isFloat).flatMap(dtype -> Path.of(dtype).stream()
                .map(path -> Arguments.of(dtype, path)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isKept(DType dtype, Path path) {
        long smallest = (1L << (8 * dtype.bytes() - 1)) + 1;
        long[] negative = {smallest, smallest, 0, smallest, 0};
        long[] zero = {0, smallest ^ 1, 0, 0, smallest};
        List<long[]> results =
                Fleet.once(Plans.single(2, dtype, ReduceOp.SUM, path), "reduce", new long[][] {negative, zero});
        long[] expected = {smallest, smallest, 0, smallest, smallest};
        assertArrayEquals(expected, results.get(0));
        assertArrayEquals(expected, results.get(1));
    }
}
