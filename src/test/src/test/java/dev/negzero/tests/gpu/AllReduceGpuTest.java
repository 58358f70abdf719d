package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.LoadingException;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bits of the reference on every rank: every group size, dtype and way, from one element to several tiles. */
@Gpu
@Timeout(300)
class AllReduceGpuTest {
    private static final int[] COUNTS = {1, 2, 7, 8, 9, 333, 4097, 65_541, 262_144};
    /** More than one tile of the staging region. */
    private static final int LONG_COUNT = 700_001;

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void sum(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, dtype))) {
            for (int count : COUNTS) {
                fleet.checkAll(count, false, random, Way.values());
                fleet.checkAll(count, true, random, Way.values());
            }
            fleet.checkAll(LONG_COUNT, false, random, Way.ONE_STAGE, Way.TWO_STAGE);
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void everyOperator(ReduceOp op) {
        Random random = Fleet.random();
        for (DType dtype : new DType[] {DType.BF16, DType.F16, DType.F32}) {
            try (Fleet fleet = new Fleet(SuitePlans.ways(3, dtype, op))) {
                fleet.checkAll(20_011, true, random, Way.values());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F32"})
    void deviceScopeAndUnverified(DType dtype) {
        String devices = System.getProperty("negzero.devices");
        String first = devices.split(",")[0];
        if (!first.equals(devices)) {
            refusedOnSeveral(dtype);
        }
        System.setProperty("negzero.devices", first);
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.deviceScope(dtype))) {
            for (int round = 0; round < 20; round++) {
                fleet.checkAll(1 + random.nextInt(5000), true, random, Way.values());
            }
        } finally {
            System.setProperty("negzero.devices", devices);
        }
    }

    private static void refusedOnSeveral(DType dtype) {
        LoadingException refused = assertThrows(LoadingException.class, () -> new Fleet(SuitePlans.deviceScope(dtype)));
        assertEquals("NZ836", refused.code());
    }
}
