package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Probe;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * SIGNAL: a rank that is a call ahead has pushed before its peer takes what it pushed in the call before. So the slots of the
 * inbox must take turns from call to call.
 */
@Timeout(60)
class InboxSlotsTest {
    private static final int CALLS = 6;
    private static final int COUNT = 1000;

    /** Holds rank 1 behind its flags and in front of its take, until rank 0 has pushed for the next call. */
    private static final class Behind implements Probe {
        private final Semaphore pushed = new Semaphore(0);
        private int waits;

        @Override
        public void at(Point point, int rank) {
            if (point == Point.PUSHED && rank == 0) {
                pushed.release();
            }
            if (point == Point.BEFORE_WAIT && rank == 1 && ++waits < CALLS) {
                await(waits == 1 ? 2 : 1);
            }
        }

        private void await(int pushes) {
            try {
                assertTrue(pushed.tryAcquire(pushes, 20, TimeUnit.SECONDS), "rank 0 can't get a call ahead");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void aCallAheadDoesNotOverwrite() {
        KernelPlan plan = Plans.single(2, DType.F32, ReduceOp.SUM, Path.ONE_STAGE);
        try (Group group = Group.open(2, GroupOptions.defaults().withProbe(new Behind()))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, COUNT);
                for (int call = 0; call < CALLS; call++) {
                    counting.check(communicator, 0, call, COUNT);
                }
            });
        }
    }
}
