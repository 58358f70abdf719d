package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call or a replay on the rank's own thread allocates nothing, so that no garbage collection comes of calls. */
class AllocationTest {
    private static final int CALLS = 10_000;

    @ParameterizedTest
    @EnumSource(Path.class)
    void nothing(Path path) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                Communicator communicator =
                        Communicator.open(rank, Plans.single(2, DType.BF16, ReduceOp.SUM, path), "digest");
                DeviceBuffer<BF16> buffer = rank.buffer(BF16.class, 100);
                CapturedCalls captured = rank.capture(() -> communicator.allReduce(0, buffer, buffer, 100));
                long bytes = 0;
                // The last round counts: by then the interpreter, whose method handles allocate, is out of the way.
                for (int round = 0; round < 3; round++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int call = 0; call < CALLS; call++) {
                        communicator.allReduce(0, buffer, buffer, 100);
                        captured.replay();
                    }
                    bytes = threads.getCurrentThreadAllocatedBytes() - before;
                }
                assertTrue(bytes < CALLS, bytes + " bytes in " + CALLS + " calls and replays");
            });
        }
    }
}
