package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Input that looks like the sentinel, and every pattern of the small types, goes through. */
class G02NegativeZeroTest {
    static Stream<Arguments> cases() {
        return Stream.of(DType.values()).filter(DType::isFloat).flatMap(dtype -> Path.of(dtype).stream()
                .map(path -> Arguments.of(dtype, path)));
    }

    private static void check(DType dtype, Path path, long[][] inputs) {
        List<long[]> results = Fleet.once(Plans.single(2, dtype, ReduceOp.SUM, path), "reduce", inputs);
        long[] expected = Reference.reduce(dtype, ReduceOp.SUM, inputs);
        assertArrayEquals(expected, results.get(0));
        assertArrayEquals(expected, results.get(1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allNegativeZero(DType dtype, Path path) {
        long[] zeros = new long[37];
        Arrays.fill(zeros, 1L << (8 * dtype.bytes() - 1));
        check(dtype, path, new long[][] {zeros, zeros});
    }

    @ParameterizedTest
    @MethodSource("cases")
    void twoAdjacentNegativeZeros(DType dtype, Path path) {
        long minus = 1L << (8 * dtype.bytes() - 1);
        long one = Reference.encode(dtype, 1);
        check(dtype, path, new long[][] {{one, minus, minus, one, one}, {one, one, minus, minus, one}});
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nanAndInfinity(DType dtype, Path path) {
        long nan = Reference.encode(dtype, Double.NaN);
        long infinity = Reference.encode(dtype, Double.POSITIVE_INFINITY);
        long minus = 1L << (8 * dtype.bytes() - 1);
        long[] first = {nan, nan | minus, infinity, infinity | minus, infinity, 0, minus};
        long[] second = {0, minus, minus, 0, infinity | minus, nan | minus, infinity};
        check(dtype, path, new long[][] {first, second});
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyPatternOfTheSmallTypes(DType dtype, Path path) {
        int patterns = 1 << (8 * Math.min(2, dtype.bytes()));
        int high = 8 * dtype.bytes() - 8 * Math.min(2, dtype.bytes());
        long[] every = LongStream.range(0, patterns).map(bits -> bits << high).toArray();
        long[] turned = LongStream.range(0, patterns)
                .map(bits -> ((bits * 31) & (patterns - 1)) << high)
                .toArray();
        check(dtype, path, new long[][] {every, turned});
    }
}
