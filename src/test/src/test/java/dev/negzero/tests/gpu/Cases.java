package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the case tests range over. */
final class Cases {
    /** Group sizes: 2, 3, 4, 5 and 8, or those of {@code -Dnegzero.gpu.ranks=}, separated by commas, for a shorter run. */
    static final int[] RANKS = Stream.of(
                    System.getProperty("negzero.gpu.ranks", "2,3,4,5,8").split(","))
            .mapToInt(Integer::parseInt)
            .toArray();

    /** Sizes for which one dtype will do. */
    static final int[] OTHER_RANKS = {6, 7, 9, 16};

    static final int MOST_RANKS = 16;
    static final DType[] DTYPES = {DType.BF16, DType.F16, DType.F32};

    private Cases() {}

    static IntStream ranks() {
        return IntStream.of(RANKS);
    }

    /** Group size and dtype. */
    static Stream<Arguments> ranksAndDtypes() {
        List<Arguments> cases = new ArrayList<>();
        for (int ranks : RANKS) {
            for (DType dtype : DTYPES) {
                cases.add(Arguments.of(ranks, dtype));
            }
        }
        return cases.stream();
    }

    /** All ways of all dtypes on one set of regions, as methods such as {@code BF16_LAMPORT}. */
    static GpuPlans mixed(int ranks) {
        GpuPlans plans = GpuPlans.of(ranks);
        for (DType dtype : DTYPES) {
            for (Way way : Way.values()) {
                plans.reduce(name(dtype, way), dtype, ReduceOp.SUM, way);
            }
        }
        return plans;
    }

    static String name(DType dtype, Way way) {
        return dtype + "_" + way;
    }
}
