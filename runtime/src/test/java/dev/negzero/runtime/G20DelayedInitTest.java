package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.engine.Probe;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank that initialises late finds nothing of its peers' to erase: they wait at the rendezvous. */
@Timeout(20)
class G20DelayedInitTest {
    /** Holds rank 1 in front of its init until rank 0 has done all it can without it. */
    private static final class LateInit implements Probe {
        private final CountDownLatch zeroIsReady = new CountDownLatch(1);
        private volatile boolean oneIsReady;
        private volatile boolean early;

        @Override
        public void at(Point point, int rank) {
            if (point == Point.AFTER_INIT && rank == 0) {
                zeroIsReady.countDown();
            }
            if (point == Point.BEFORE_INIT && rank == 1) {
                awaitZero();
                for (int i = 0; i < 10_000; i++) {
                    Thread.yield();
                }
                oneIsReady = true;
            }
            if (point == Point.CALL_ENTRY && !oneIsReady) {
                early = true;
            }
        }

        private void awaitZero() {
            try {
                zeroIsReady.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void firstCallIsRight(Path path) {
        LateInit probe = new LateInit();
        try (Group group = Group.open(2, GroupOptions.defaults().withProbe(probe))) {
            group.run(rank -> {
                var plan = Plans.single(2, DType.F32, ReduceOp.SUM, path);
                Communicator communicator = Communicator.open(rank, plan, "digest");
                new Counting(rank, 1000).check(communicator, 0, 1, 1000);
            });
        }
        org.junit.jupiter.api.Assertions.assertFalse(probe.early);
    }
}
