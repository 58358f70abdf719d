package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No rank passes a barrier that another has not reached. */
class BarrierTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void holdsRanksTogether(boolean verify) {
        Plans plans = Plans.of(4).barrier("barrier");
        var plan = verify ? plans.plan() : plans.unverified().plan();
        AtomicIntegerArray reached = new AtomicIntegerArray(4);
        try (Group group = Group.open(4, GroupOptions.defaults().withProbe(new Spin(4, 4, 20)))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                for (int step = 1; step <= 3000; step++) {
                    reached.set(rank.index(), 2 * step);
                    communicator.barrier(0);
                    for (int peer = 0; peer < 4; peer++) {
                        int at = reached.get(peer);
                        // A peer may be on its way to the next barrier, no further.
                        assertEquals(step, Math.min(at, 2 * step) / 2, "step " + step + " peer " + peer + " at " + at);
                    }
                }
            });
        }
    }
}
