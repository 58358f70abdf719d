package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bits of the reference on every rank: every group size, dtype and way, from one element to several tiles. */
@Gpu
@Timeout(300)
class AllReduceGpuTest {
    private static final int[] COUNTS = {1, 2, 7, 8, 9, 333, 4097, 65_541, 262_144};
    /** More than one tile of the staging region. */
    private static final int LONG_COUNT = 700_001;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (int ranks : new int[] {2, 3, 4, 5, 8}) {
            for (DType dtype : new DType[] {DType.BF16, DType.F16, DType.F32}) {
                cases.add(Arguments.of(ranks, dtype));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sum(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(GpuPlans.ways(ranks, dtype, ReduceOp.SUM).plan())) {
            for (Way way : Way.values()) {
                for (int count : COUNTS) {
                    fleet.check(way.name(), count, false, random);
                    fleet.check(way.name(), count, true, random);
                }
                if (way.protocol == Protocol.SIGNAL) {
                    fleet.check(way.name(), LONG_COUNT, false, random);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void everyOperator(ReduceOp op) {
        Random random = Fleet.random();
        for (DType dtype : new DType[] {DType.BF16, DType.F16, DType.F32}) {
            try (Fleet fleet = new Fleet(GpuPlans.ways(3, dtype, op).plan())) {
                for (Way way : Way.values()) {
                    fleet.check(way.name(), 20_011, true, random);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F32"})
    void deviceScopeAndUnverified(DType dtype) {
        Random random = Fleet.random();
        GpuPlans plans =
                GpuPlans.ways(4, dtype, ReduceOp.SUM).scope(Scope.DEVICE).unverified();
        try (Fleet fleet = new Fleet(plans.plan())) {
            for (Way way : Way.values()) {
                for (int round = 0; round < 20; round++) {
                    fleet.check(way.name(), 1 + random.nextInt(5000), true, random);
                }
            }
        }
    }
}
