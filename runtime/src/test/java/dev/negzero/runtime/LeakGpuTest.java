package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.cuda.DeviceMemory;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@link LeakTest} on GPUs: groups that are opened, used and closed, also while calls wait and behind a fault, leave no
 * device memory either. {@code -Dnegzero.leaks.rounds=} sets their number in each test, {@code -Dnegzero.leaks.seconds=}
 * ends each early; it prints how many it did, and what several runs did adds up.
 */
@Tag("gpu")
@Timeout(600)
public class LeakGpuTest {
    private static final int SAMPLE = 50;
    private static final int WAITING = 20;
    private static final int COUNT = 40;
    private static final KernelPlan PLAN = FaultPlans.paths(2);
    private static final GroupOptions NEVER = GroupOptions.defaults().withDeadline(java.time.Duration.ofHours(1));

    private static List<DeviceMemory> memory = List.of();

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
        if (GpuGroups.found()) {
            memory = DeviceMemory.ofAll();
        }
    }

    @AfterAll
    static void letGo() {
        memory.forEach(DeviceMemory::close);
    }

    private static void leavesNothing(String what, LeakTest.Work work) throws Exception {
        // What the driver keeps for itself it has behind the first rounds, which LeakTest doesn't count either.
        for (int round = 0; round < LeakTest.WARM_UP; round++) {
            work.once(round);
        }
        List<Long> before = memory.stream().map(DeviceMemory::free).toList();
        int rounds = Integer.getInteger("negzero.leaks.rounds", SAMPLE);
        LeakTest.leavesNothing(what, rounds, TimeBudget.of("negzero.leaks.seconds"), work);
        List<Long> after = memory.stream().map(DeviceMemory::free).toList();
        System.out.println("leak of device memory," + what + ",free " + before + "," + after);
        for (int gpu = 0; gpu < before.size(); gpu++) {
            assertTrue(before.get(gpu) - after.get(gpu) < DeviceMemory.GRAIN, before + " became " + after);
        }
    }

    @Test
    void used() throws Exception {
        leavesNothing("used", round -> {
            Group group = Group.open(2);
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, PLAN, "digest");
                SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
                Counting counting = new Counting(rank, in, rank.buffer(F32.class, COUNT));
                counting.check(communicator, round % Path.values().length, round, COUNT);
                rank.capture(() -> communicator.allReduce(0, in, in, COUNT)).replay();
                rank.synchronize();
            });
            group.close();
            group.close();
        });
    }

    /** One rank's calls wait for the other, which never calls. */
    @Test
    void closedWhileCallsWait() throws Exception {
        leavesNothing("waiting", round -> {
            try (Group group = Group.open(2, NEVER)) {
                Communicator communicator =
                        Communicator.openAll(group, PLAN, "digest").get(0);
                DeviceBuffer<F32> buffer = group.rank(0).buffer(F32.class, COUNT);
                for (int call = 0; call < WAITING; call++) {
                    communicator.allReduce(round % Path.values().length, buffer, buffer, COUNT);
                }
            }
        });
    }

    @Test
    void closedBehindAFault() throws Exception {
        leavesNothing("failed", round -> {
            try (Group group = Group.open(2, NEVER)) {
                List<Communicator> communicators = Communicator.openAll(group, PLAN, "digest");
                assertThrows(
                        FaultInjector.Planted.class,
                        () -> group.run(rank -> {
                            if (rank.index() == 1) {
                                throw new FaultInjector.Planted();
                            }
                            Counting counting = new Counting(rank, COUNT);
                            counting.check(communicators.get(0), round % Path.values().length, round, COUNT);
                        }));
                assertEquals(
                        "NZ703",
                        assertThrows(CollectiveException.class, group.rank(0)::synchronize)
                                .code());
            }
        });
    }
}
