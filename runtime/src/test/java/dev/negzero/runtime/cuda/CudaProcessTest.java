package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.signal.FaultRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that each have a driver of their own, as processes do: what they export, map and free, and how faults travel. */
@Timeout(60)
class CudaProcessTest extends CudaProcesses {
    private static int launch(DomainPort domain, KernelPlan plan, Memory buffer) {
        return CudaEngineTest.launch(domain, plan, buffer, buffer, 5);
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    /** What a rank's launch calls a peer's region is the peer's own: a word that one stores there, the other one sees. */
    @Test
    void addressesReachThePeersRegions() throws IOException {
        List<FakeDriver> drivers = drivers(3, 1);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(3, DType.F32, Scope.SYSTEM);
        List<DomainPort> domains = connect(engines, plan);
        for (int rank = 0; rank < 3; rank++) {
            launch(domains.get(rank), plan, engines.get(rank).port(rank).allocate(64));
        }
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                FakeDriver.Launch sent = drivers.get(from).launches.get(0);
                FakeDriver.Launch own = drivers.get(to).launches.get(0);
                for (int region : new int[] {CallLayout.DOMAIN + 8 * to, CallLayout.control(3) + 8 * to}) {
                    int word = 0x100 * region + 16 * from + to;
                    drivers.get(from).at(sent.call(region), 64).putInt(60, word);
                    assertEquals(word, drivers.get(to).at(own.call(region), 64).getInt(60));
                }
            }
        }
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    @Test
    void symmetricBuffersAreReadInPlace() throws IOException {
        List<FakeDriver> drivers = drivers(2, 2);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(2, DType.F32, Scope.SYSTEM);
        List<DomainPort> domains = connect(engines, plan);
        List<Memory> buffers =
                all(2, rank -> engines.get(rank).port(rank).allocateSymmetric(4096, Agreement.on("a buffer", "4096")));
        for (int rank = 0; rank < 2; rank++) {
            launch(domains.get(rank), plan, buffers.get(rank));
        }
        for (int rank = 0; rank < 2; rank++) {
            int peer = 1 - rank;
            FakeDriver.Launch launch = drivers.get(rank).launches.get(0);
            long entry = launch.call(CallLayout.SYMMETRIC) + 16L * launch.word(CallLayout.SYMMETRIC_ID);
            ByteBuffer table = drivers.get(rank).at(entry, 16);
            assertEquals(((CudaMemory) buffers.get(rank)).address(), table.getLong(8 * rank));
            drivers.get(rank).at(table.getLong(8 * peer), 8).putInt(4, 77 + rank);
            long there = ((CudaMemory) buffers.get(peer)).address();
            assertEquals(77 + rank, drivers.get(peer).at(there, 8).getInt(4));
            // Each has a GPU of its own, so the next grid may be scheduled early.
            assertEquals(1, launch.block().getInt(48));
        }
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    /** All of a rank's regions lie in a few allocations; each is mapped once, whatever is opened and closed. */
    @Test
    void allocationsAreMappedOnce() throws IOException {
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);
        connect(engines, plan).forEach(DomainPort::close);
        long files = files();
        for (int round = 0; round < 50; round++) {
            connect(engines, plan).forEach(DomainPort::close);
        }
        assertEquals(1, drivers.get(0).imports.size());
        assertEquals(1, drivers.get(1).imports.size());
        assertEquals(files, files());
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    /** Ranks that share a GPU must fit on it together, whichever processes they are. */
    @Test
    void processesOnOneGpuShareItsRoom() {
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);
        List<DomainPort> domains = connect(engines, plan);
        Memory buffer = engines.get(0).port(0).allocate(1 << 20);
        CudaEngineTest.launch(domains.get(0), plan, buffer, buffer, 16_000);
        FakeDriver.Launch launch = drivers.get(0).launches.get(0);
        assertTrue(launch.block().getInt(0) <= 4, "4 processors hold 8 blocks, for two ranks");
        assertEquals(0, launch.block().getInt(48));
        closeAll(engines);
    }

    @Test
    void deviceScopeNeedsOneGpuForAllProcesses() {
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.DEVICE);
        List<Engine> together = join(drivers(2, 1), "together");
        connect(together, plan);
        closeAll(together);
        List<Engine> apart = join(drivers(2, 2), "apart");
        String message = assertThrows(CompletionException.class, () -> connect(apart, plan))
                .getCause()
                .getMessage();
        assertTrue(message.contains("found Sums on [GPU fake-0, GPU fake-1]"), message);
        closeAll(apart);
    }

    private static void report(FakeDriver driver, FakeDriver.Launch launch, int region) {
        ByteBuffer control = driver.at(launch.call(CallLayout.control(2) + 8 * region), ControlLayout.TOTAL);
        int at = ControlLayout.FAULT_RECORDS + ControlLayout.FAULT_RECORD_BYTES;
        control.putInt(at + ControlLayout.RECORD_KIND, FaultKind.TIMEOUT.code());
        control.putInt(at + ControlLayout.RECORD_RANK, 1);
        control.putInt(at + ControlLayout.RECORD_EPOCH, 7);
        control.putInt(at + ControlLayout.RECORD_SITE, FaultSite.SIGNATURE.code());
        control.putInt(at + ControlLayout.RECORD_MISSING, 1);
        control.putInt(at + ControlLayout.RECORD_FLAG, 1);
        control.putInt(ControlLayout.FAULT_SUMMARY, 1);
    }

    /** Rank 1's kernel gives up and tells all, over the mapped control regions. */
    @Test
    void faultOfAKernelInAnotherProcess() {
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);
        List<DomainPort> domains = connect(engines, plan);
        drivers.get(1).kernel = launch -> {
            report(drivers.get(1), launch, 0);
            report(drivers.get(1), launch, 1);
        };
        RankPort zero = engines.get(0).port(0);
        RankPort one = engines.get(1).port(1);
        launch(domains.get(1), plan, one.allocate(64));
        assertNull(zero.fault(), "its host hasn't looked yet");
        zero.drain();
        FaultRecord record = zero.fault();
        assertNotNull(record);
        assertEquals(FaultKind.TIMEOUT, record.kind());
        assertEquals(7, record.epoch());
        // Rank 0 was first, and told rank 1, too.
        assertEquals(record, one.fault());
        one.drain();
        assertThrows(FaultSignal.class, () -> launch(domains.get(1), plan, one.allocate(64)));
        closeAll(engines);
    }

    /** An abort stops the kernels of other processes and tells their hosts. */
    @Test
    void abortReachesOtherProcesses() throws IOException {
        List<FakeDriver> drivers = drivers(3, 1);
        List<Engine> engines = join(drivers, "group");
        engines.get(1).port(1).abort();
        for (int rank = 0; rank < 3; rank++) {
            RankPort port = engines.get(rank).port(rank);
            assertEquals(1, drivers.get(rank).at(((CudaRank) port).control(), 4).getInt(0), "rank " + rank);
            port.drain();
            assertEquals(FaultKind.ABORT, port.fault().kind());
            assertEquals(1, port.fault().rank());
        }
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    @Test
    void subgroupsReachEachOtherAndLeave() throws IOException {
        List<FakeDriver> drivers = drivers(4, 1);
        List<Engine> engines = join(drivers, "group");
        Agreement agreement = Agreement.on("a split", "split");
        List<Split> columns = all(4, rank -> engines.get(rank).port(rank).split(rank % 2, agreement));
        KernelPlan plan = CudaEngineTest.plan(2, DType.F32, Scope.SYSTEM);
        List<DomainPort> domains = all(
                4, rank -> columns.get(rank).port().connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest")));
        for (int rank = 0; rank < 4; rank++) {
            launch(domains.get(rank), plan, engines.get(rank).port(rank).allocate(64));
        }
        for (int region : new int[] {CallLayout.DOMAIN + 8, CallLayout.control(2) + 8}) {
            long seenBy0 = drivers.get(0).launches.get(0).call(region);
            long ownOf2 = drivers.get(2).launches.get(0).call(region);
            drivers.get(0).at(seenBy0, 64).putInt(60, region);
            assertEquals(region, drivers.get(2).at(ownOf2, 64).getInt(60));
        }
        columns.get(1).port().abort();
        assertEquals(FaultKind.ABORT, columns.get(3).port().fault().kind());
        assertEquals(1, engines.get(3).port(3).fault().rank());
        assertNull(engines.get(2).port(2).fault());
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    /** A killed process leaves nothing: the others wait for it once, at the deadline, and go on to free what they have. */
    @Test
    void processThatNeverLeaves() {
        deadline = 300_000_000L;
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        Throwable thrown = assertThrows(
                FaultSignal.class, () -> engines.get(0).port(0).allocateSymmetric(64, Agreement.on("a buffer", "64")));
        assertTrue(thrown.getMessage().contains("TIMEOUT"), thrown.getMessage());
        // The fake driver would refuse to free what rank 1 has mapped; a real one keeps it until that process is gone.
        drivers.get(1).imports.keySet().stream().toList().forEach(drivers.get(1)::closeImport);
        engines.get(0).close();
        assertTrue(drivers.get(0).memory.isEmpty());
    }

    /** Rank 2's stores into rank 1's memory go astray. */
    @Test
    void lostPeerStores() throws IOException {
        List<FakeDriver> drivers = new ArrayList<>(drivers(2, 1));
        drivers.add(new FakeDriver(1, machine) {
            @Override
            public void fill(long address, int word, long words, long stream) {
                boolean lost = (word >>> 8) == 0x5EED00 && (word & 0xFF) == 1 + 64 * 2 + 2;
                super.fill(address, lost ? 0 : word, words, stream);
            }
        });
        List<CudaProcess> processes = IntStream.range(0, 3)
                .mapToObj(rank -> process(drivers.get(rank), rank))
                .toList();
        List<String> places = List.of("GPU a", "GPU b", "GPU c");
        EngineSetup setup = new EngineSetup(3, deadline, Probe.NONE);
        List<Throwable> failures =
                failures(3, rank -> processes.get(rank).join(folder.resolve("group"), rank, places, setup));
        assertEquals(
                "NZ834: two GPUs can't reach each other's memory; found rank 2 on GPU c to rank 1 on GPU b stored the word"
                        + " 5eed0083, 00000000 arrived at word 0; name GPUs that are linked with -Dnegzero.devices=, or"
                        + " put all ranks on one",
                failures.get(1).getMessage());
        // The others don't wait for it until the deadline.
        for (int rank : new int[] {0, 2}) {
            assertEquals(
                    FaultKind.ABORT, ((FaultSignal) failures.get(rank)).record().kind());
        }
        nothingIsLeft(drivers);
    }

    /** The driver refuses a handle. */
    @Test
    void memoryThatCantBeMapped() throws IOException {
        List<FakeDriver> drivers = new ArrayList<>(drivers(1, 1));
        drivers.add(new FakeDriver(1, machine) {
            @Override
            public long importMemory(byte[] handle) {
                throw new CudaException("cuIpcOpenMemHandle", 217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "");
            }
        });
        List<CudaProcess> processes = IntStream.range(0, 2)
                .mapToObj(rank -> process(drivers.get(rank), rank))
                .toList();
        EngineSetup setup = new EngineSetup(2, deadline, Probe.NONE);
        List<Throwable> failures = failures(
                2, rank -> processes.get(rank).join(folder.resolve("group"), rank, List.of("GPU a", "GPU b"), setup));
        assertTrue(
                failures.get(1)
                        .getMessage()
                        .startsWith(
                                "NZ834: two GPUs can't reach each other's memory; found rank 1 on GPU b to rank 0 on GPU"
                                        + " a: NZ833: a CUDA call failed; found cuIpcOpenMemHandle returned 217"),
                failures.get(1).getMessage());
        assertEquals(FaultKind.ABORT, ((FaultSignal) failures.get(0)).record().kind());
        nothingIsLeft(drivers);
    }

    @Test
    void otherRanksLiveElsewhere() throws IOException {
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        assertThrows(IllegalArgumentException.class, () -> engines.get(0).port(1));
        closeAll(engines);
        nothingIsLeft(drivers);
    }
}
