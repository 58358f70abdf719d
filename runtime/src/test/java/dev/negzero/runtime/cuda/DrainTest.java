package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A wait for a rank issues its copy to the host behind a few calls at once, so that it is on its way while they run; of many it
 * awaits the end, as a copy that waits makes kernels slower (benchmarks/baselines/gpu-pending-copies-h200.csv).
 */
@Timeout(30)
class DrainTest {
    private static final int LOOKS = 3;

    /** Whose kernels run until somebody has looked a few times. */
    private static final class SlowDriver extends FakeDriver {
        final AtomicInteger looksLeft = new AtomicInteger();
        final List<Integer> copies = new ArrayList<>();

        SlowDriver() {
            super(1);
        }

        @Override
        public boolean done(long stream) {
            return looksLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
        }

        @Override
        public void copyOut(Pinned to, int offset, long address, long bytes, long stream) {
            copies.add(looksLeft.get());
            super.copyOut(to, offset, address, bytes, stream);
        }
    }

    @Test
    void theReportOfFewCallsIsFetchedAtOnce() {
        assertEquals(LOOKS, looksLeftAtFirstCopy(Backlog.FEW, DrainTest::drain));
    }

    @Test
    void theReportOfManyCallsIsFetchedBehindTheWait() {
        assertEquals(0, looksLeftAtFirstCopy(Backlog.FEW + 1, DrainTest::drain));
    }

    @Test
    void whatAFewCallsWroteIsFetchedAtOnce() {
        assertEquals(LOOKS, looksLeftAtFirstCopy(Backlog.FEW, DrainTest::read));
    }

    @Test
    void whatManyCallsWroteIsFetchedBehindTheWait() {
        assertEquals(0, looksLeftAtFirstCopy(Backlog.FEW + 1, DrainTest::read));
    }

    private static void drain(RankPort port, Memory buffer) {
        port.drain();
    }

    private static void read(RankPort port, Memory buffer) {
        buffer.read(0, 64, (bytes, at, done, length) -> {});
    }

    /** At the first copy to the host, how often the driver will say yet that the kernels run. */
    private static int looksLeftAtFirstCopy(int calls, BiConsumer<RankPort, Memory> wait) {
        SlowDriver driver = new SlowDriver();
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
            RankPort port = engine.port(0);
            Memory buffer = port.allocate(64);
            issue(calls, domains.get(0), plan, buffer);
            port.drain();
            driver.copies.clear();
            driver.kernel = launch -> driver.looksLeft.set(LOOKS);
            issue(calls, domains.get(0), plan, buffer);
            wait.accept(port, buffer);
            return driver.copies.get(0);
        }
    }

    private static void issue(int calls, DomainPort domain, KernelPlan plan, Memory buffer) {
        for (int call = 0; call < calls; call++) {
            CudaEngineTest.launch(domain, plan, buffer, buffer, 5);
        }
    }

    /** A member's calls are in its rank's stream. */
    @Test
    void aMembersCallsCountForItsRank() {
        SlowDriver driver = new SlowDriver();
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            List<Split> both = CudaEngineTest.all(engine, 2, port -> port.split(0, Agreement.on("split", "2")));
            List<DomainPort> domains = CudaEngineTest.all(engine, 2, port -> both.get(port.index())
                    .port()
                    .connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest")));
            Memory buffer = engine.port(0).allocate(64);
            driver.copies.clear();
            driver.kernel = launch -> driver.looksLeft.set(LOOKS);
            issue(Backlog.FEW + 1, domains.get(0), plan, buffer);
            engine.port(0).drain();
            assertEquals(List.of(0, 0), driver.copies, "the rank's report and the member's");
        }
    }
}
