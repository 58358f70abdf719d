package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.CollectiveException;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.GroupOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A rank that stays away, differs, or fails: every rank is told, and the group works again after a reset: G18, G19. */
@Gpu
@Timeout(300)
class FaultCasesTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofMillis(200));
    private static final GroupOptions NEVER = GroupOptions.defaults().withDeadline(Duration.ofHours(1));

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g18RankThatNeverLaunches(int ranks, DType dtype) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, dtype), SOON)) {
            for (Way way : Way.values()) {
                fleet.group.run(rank -> {
                    if (rank.index() != 1) {
                        DeviceBuffer<?> buffer = rank.buffer(Elements.markerOf(dtype), 1000);
                        // Fifty queued calls don't wait fifty deadlines.
                        for (int call = 0; call < 50; call++) {
                            fleet.of(rank).allReduce(fleet.method(way.name()).index(), buffer, buffer, 1000);
                        }
                        CollectiveException thrown = assertThrows(CollectiveException.class, rank::synchronize);
                        assertEquals("NZ701", thrown.code());
                        assertEquals(FaultKind.TIMEOUT, thrown.kind());
                        assertTrue((thrown.missingMask() & 0b10) != 0, thrown.getMessage());
                        assertTrue(thrown.rank() != 1);
                        assertTrue(thrown.getMessage()
                                .contains(fleet.method(way.name()).key() + " with count 1000"));
                    }
                });
                assertThrows(
                        CollectiveException.class, () -> fleet.group.rank(1).synchronize());
                fleet.group.reset();
                fleet.check(way.name(), 500, true, Fleet.random());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g19DifferentCounts(int ranks, DType dtype) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, dtype), NEVER)) {
            for (Way way : Way.values()) {
                // Before the run: a rank that came late would find the peers' fault and get no buffer.
                List<DeviceBuffer<?>> buffers = new ArrayList<>();
                fleet.group.ranks().forEach(rank -> buffers.add(rank.buffer(Elements.markerOf(dtype), 200_000)));
                CyclicBarrier issued = new CyclicBarrier(ranks);
                fleet.group.run(rank -> {
                    DeviceBuffer<?> buffer = buffers.get(rank.index());
                    int count = rank.index() == 0 ? 1000 : 150_000;
                    fleet.of(rank).allReduce(fleet.method(way.name()).index(), buffer, buffer, count);
                    issued.await();
                    CollectiveException thrown = assertThrows(CollectiveException.class, rank::synchronize);
                    assertEquals("NZ702", thrown.code(), thrown.getMessage());
                    assertTrue(thrown.getMessage().contains("count 1000 by"), thrown.getMessage());
                    assertTrue(thrown.getMessage().contains("count 150000 by"), thrown.getMessage());
                });
                fleet.group.reset();
                fleet.check(way.name(), 500, true, Fleet.random());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void userException(Way way) {
        IllegalStateException own = new IllegalStateException("mine");
        try (Fleet fleet = new Fleet(SuitePlans.ways(3, DType.F32), NEVER)) {
            CyclicBarrier issued = new CyclicBarrier(3);
            assertSame(
                    own,
                    assertThrows(
                            IllegalStateException.class,
                            () -> fleet.group.run(rank -> {
                                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 1000);
                                if (rank.index() == 1) {
                                    issued.await();
                                    throw own;
                                }
                                fleet.of(rank)
                                        .allReduce(fleet.method(way.name()).index(), buffer, buffer, 1000);
                                issued.await();
                                CollectiveException thrown = assertThrows(CollectiveException.class, rank::synchronize);
                                assertEquals("NZ703", thrown.code());
                                assertEquals(1, thrown.rank());
                            })));
            fleet.group.reset();
            fleet.check(way.name(), 500, true, Fleet.random());
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void interruptWhileWaiting(Way way) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(2, DType.F32), NEVER)) {
            DeviceBuffer<F32> buffer = fleet.group.rank(0).buffer(F32.class, 1000);
            fleet.communicators.get(0).allReduce(fleet.method(way.name()).index(), buffer, buffer, 1000);
            Thread.currentThread().interrupt();
            CollectiveException thrown = assertThrows(
                    CollectiveException.class, () -> fleet.group.rank(0).synchronize());
            assertTrue(Thread.interrupted());
            assertEquals(FaultKind.ABORT, thrown.kind());
            fleet.group.reset();
            fleet.check(way.name(), 500, true, Fleet.random());
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void closeWhileCallsWait(Way way) {
        Fleet fleet = new Fleet(SuitePlans.ways(2, DType.F32), NEVER);
        DeviceBuffer<F32> buffer = fleet.group.rank(0).buffer(F32.class, 1000);
        for (int call = 0; call < 20; call++) {
            fleet.communicators.get(0).allReduce(fleet.method(way.name()).index(), buffer, buffer, 1000);
        }
        fleet.close();
    }
}
