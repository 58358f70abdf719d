package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.signal.FaultRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subgroups on the CUDA engine: what their kernels are told, and where their faults show. */
@Timeout(30)
class CudaSplitTest {
    private static final int RANKS = 4;
    private static final KernelPlan PAIR = CudaEngineTest.plan(2, DType.F32, Scope.SYSTEM);

    private final Interrupting driver = new Interrupting();

    /** Interrupts whoever asks it for the n-th time from now whether a stream is done, which the stream is then not yet. */
    private static final class Interrupting extends FakeDriver {
        private int questions;

        Interrupting() {
            super(1);
        }

        @Override
        public boolean done(long stream) {
            if (questions == 0 || --questions > 0) {
                return true;
            }
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<Split> split(CudaEngine engine, IntUnaryOperator colorOf) {
        return CudaEngineTest.all(
                engine, RANKS, port -> port.split(colorOf.applyAsInt(port.index()), Agreement.on("a split", "split")));
    }

    private static List<DomainPort> connect(CudaEngine engine, List<Split> splits) {
        return CudaEngineTest.all(engine, RANKS, port -> splits.get(port.index())
                .port()
                .connect(Kernels.of(PAIR), Agreement.on("launcher Sums", "digest")));
    }

    private FakeDriver.Launch launch(DomainPort domain, Memory buffer) {
        CudaEngineTest.launch(domain, PAIR, buffer, buffer, 5);
        return driver.launches.get(driver.launches.size() - 1);
    }

    /** Rows and columns of a 2 x 2: no two of the eight regions are one, and members agree on them. */
    @Test
    void domainsOfSplitsAreApart() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            List<Split> rows = split(engine, rank -> rank / 2);
            List<Split> columns = split(engine, rank -> rank % 2);
            List<DomainPort> inRows = connect(engine, rows);
            List<DomainPort> inColumns = connect(engine, columns);
            Memory buffer = engine.port(0).allocate(64);
            List<FakeDriver.Launch> row = IntStream.range(0, RANKS)
                    .mapToObj(rank -> launch(inRows.get(rank), buffer))
                    .toList();
            List<FakeDriver.Launch> column = IntStream.range(0, RANKS)
                    .mapToObj(rank -> launch(inColumns.get(rank), buffer))
                    .toList();
            for (int at : new int[] {CallLayout.DOMAIN, CallLayout.control(2)}) {
                assertEquals(row.get(0).call(at), row.get(1).call(at));
                assertEquals(row.get(0).call(at + 8), row.get(1).call(at + 8));
                assertEquals(column.get(0).call(at + 8), column.get(2).call(at + 8));
                long distinct = IntStream.range(0, RANKS)
                        .mapToObj(rank -> List.of(
                                row.get(rank).call(at + 8 * (rank % 2)),
                                column.get(rank).call(at + 8 * (rank / 2))))
                        .flatMap(List::stream)
                        .distinct()
                        .count();
                assertEquals(2 * RANKS, distinct);
            }
            assertEquals(1, row.get(3).word(CallLayout.RANK));
            assertEquals(List.of(1, 3), columns.get(3).members());
            assertNotEquals(((CudaRank) engine.port(0)).control(), row.get(0).call(CallLayout.control(2)));
        }
    }

    @Test
    void oneStreamKeepsTheOrder() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            List<Split> pairs = split(engine, rank -> rank / 2);
            long stream = ((CudaRank) engine.port(2)).stream();
            assertEquals(stream, ((CudaRank) pairs.get(2).port()).stream());
        }
    }

    @Test
    void aFaultShowsInTheWholeGroupsNumbersAndIsReset() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            List<Split> pairs = split(engine, rank -> rank / 2);
            List<DomainPort> domains = connect(engine, pairs);
            Memory buffer = engine.port(3).allocate(64);
            driver.kernel = this::report;
            launch(domains.get(3), buffer);
            engine.port(3).drain();
            FaultRecord record = engine.port(3).fault();
            assertNotNull(record);
            assertEquals(3, record.rank());
            assertEquals(1 << 2, record.missing());
            assertNull(engine.port(0).fault());
            assertThrows(FaultSignal.class, () -> launch(domains.get(2), buffer));
            driver.kernel = launch -> {};
            engine.reset();
            assertNull(engine.port(3).fault());
            launch(domains.get(2), buffer);
        }
    }

    /**
     * A rank that is reset after its peer must not tell the peer again what it still finds in its subgroup's control region
     * while its launchers of the whole group are initialised.
     */
    @Test
    void aResetForgetsASubgroupsFaultOnAllRanks() {
        KernelPlan all = CudaEngineTest.plan(RANKS, DType.F32, Scope.SYSTEM);
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            CudaEngineTest.all(
                    engine, RANKS, port -> port.connect(Kernels.of(all), Agreement.on("launcher All", "digest")));
            List<DomainPort> domains = connect(engine, split(engine, rank -> rank / 2));
            driver.kernel = this::report;
            launch(domains.get(2), engine.port(2).allocate(64));
            driver.kernel = launch -> {};
            engine.reset();
            for (int rank = 0; rank < RANKS; rank++) {
                assertNull(engine.port(rank).fault(), "rank " + rank);
            }
        }
    }

    /** A transfer that hands out what a subgroup's call left must see that call's fault. */
    @Test
    void aTransferLooksAtSubgroups() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            List<DomainPort> domains = connect(engine, split(engine, rank -> rank / 2));
            Memory buffer = engine.port(3).allocate(64);
            driver.kernel = this::report;
            launch(domains.get(3), buffer);
            buffer.read(0, 64, (bytes, at, done, length) -> {});
            assertNotNull(engine.port(3).fault());
        }
    }

    private void report(FakeDriver.Launch launch) {
        int reporter = launch.word(CallLayout.RANK);
        for (int rank = 0; rank < 2; rank++) {
            ByteBuffer control = driver.at(launch.call(CallLayout.control(2) + 8 * rank), ControlLayout.TOTAL);
            int at = ControlLayout.FAULT_RECORDS + reporter * ControlLayout.FAULT_RECORD_BYTES;
            control.putInt(at + ControlLayout.RECORD_KIND, FaultKind.TIMEOUT.code());
            control.putInt(at + ControlLayout.RECORD_RANK, reporter);
            control.putInt(at + ControlLayout.RECORD_EPOCH, 7);
            control.putInt(at + ControlLayout.RECORD_SITE, FaultSite.SIGNATURE.code());
            control.putInt(at + ControlLayout.RECORD_MISSING, 1);
            control.putInt(at + ControlLayout.RECORD_FLAG, 1);
            control.putInt(ControlLayout.FAULT_SUMMARY, 1);
        }
    }

    @Test
    void anAbortReachesKernelsOfSubgroups() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            List<Split> pairs = split(engine, rank -> rank / 2);
            engine.port(3).abort();
            for (int rank = 0; rank < RANKS; rank++) {
                RankPort port = pairs.get(rank).port();
                int alarm = driver.at(((CudaRank) port).control(), 4).getInt(0);
                assertEquals(rank / 2, alarm, "rank " + rank);
            }
        }
    }

    /** Rank 3 is rank 1 of its pair: whichever wait of its own or of the pair's the interrupt hits, it was rank 3. */
    @Test
    void anInterruptIsTheWholeGroupsRanks() {
        int hit = 0;
        for (int question = 1; question == hit + 1; question++) {
            try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
                connect(engine, split(engine, rank -> rank / 2));
                driver.questions = question;
                try {
                    engine.port(3).drain();
                } catch (FaultSignal fault) {
                    hit = question;
                    assertEquals(FaultRecord.abort(3, 0), fault.record(), "question " + question);
                    FaultRecord peers = engine.port(0).fault();
                    assertNotNull(peers, "question " + question);
                    assertEquals(FaultRecord.abort(3, 0), peers, "question " + question);
                    assertTrue(Thread.interrupted());
                }
                driver.questions = 0;
            }
        }
        assertEquals(2, hit, "waits of the rank and of the pair");
    }

    /** Wherever it is hit: the members' waits are waits of the whole group, all of which is told, and resets once more. */
    @Test
    void anInterruptedResetIsToldToAllAndMadeAgain() {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            connect(engine, split(engine, rank -> rank / 2));
            int question = 0;
            FaultSignal fault;
            do {
                fault = resetInterruptedAt(engine, ++question);
                for (int rank = 0; fault != null && rank < RANKS; rank++) {
                    assertEquals(fault.record(), engine.port(rank).fault(), "rank " + rank + " question " + question);
                }
                engine.reset();
                for (int rank = 0; rank < RANKS; rank++) {
                    assertNull(engine.port(rank).fault(), "rank " + rank + " question " + question);
                }
            } while (fault != null);
            assertTrue(question > 4 * RANKS, "each rank and each member waits twice at least");
        }
    }

    private @Nullable FaultSignal resetInterruptedAt(CudaEngine engine, int question) {
        driver.questions = question;
        try {
            engine.reset();
            return null;
        } catch (FaultSignal fault) {
            assertTrue(Thread.interrupted());
            return fault;
        } finally {
            driver.questions = 0;
        }
    }

    @Test
    void everythingIsGivenBack() {
        CudaEngine engine = CudaEngineTest.open(driver, RANKS, null);
        connect(engine, split(engine, rank -> rank % 2));
        engine.close();
        assertTrue(driver.memory.isEmpty());
        assertTrue(driver.streams.isEmpty());
        assertTrue(driver.pinned.isEmpty());
    }
}
