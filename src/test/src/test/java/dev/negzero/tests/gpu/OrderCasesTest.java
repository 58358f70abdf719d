package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.GroupOptions;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are ahead, behind, many, or late: G3, G13, G21, G23, G25. */
@Gpu
@Timeout(540)
class OrderCasesTest {
    private static final int COUNT = 64;

    /** A rank's numbers of one call: small, so that sums are exact in every dtype. */
    private static float value(int call, int rank) {
        return (call * 7 + rank * 3) % 11;
    }

    private static float sum(int call, int ranks) {
        float sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += value(call, rank);
        }
        return sum;
    }

    /** Calls whose inputs and outputs lie side by side, so that many can be queued and each still be checked. */
    private static final class Lane {
        private final Fleet fleet;
        private final Rank rank;
        private final int calls;
        private final DeviceBuffer<?> in;
        private final DeviceBuffer<?> out;

        Lane(Fleet fleet, Rank rank, DType dtype, int calls) {
            this.fleet = fleet;
            this.rank = rank;
            this.calls = calls;
            in = rank.buffer(Elements.markerOf(dtype), (long) COUNT * calls);
            out = rank.buffer(Elements.markerOf(dtype), (long) COUNT * calls);
        }

        void prepare(int first) {
            float[] values = new float[COUNT * calls];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(first + i / COUNT, rank.index());
            }
            in.copyFrom(values);
            Scalar.poison(out);
        }

        void issue(int method, int call) {
            fleet.of(rank)
                    .allReduce(
                            method, in.slice((long) COUNT * call, COUNT), out.slice((long) COUNT * call, COUNT), COUNT);
        }

        void check(int first) {
            float[] result = new float[COUNT * calls];
            out.copyTo(result);
            float[] expected = new float[COUNT * calls];
            for (int i = 0; i < expected.length; i++) {
                expected[i] = sum(first + i / COUNT, fleet.group.size());
            }
            assertArrayEquals(expected, result, "calls from " + first);
        }
    }

    /** 10^5 calls with a rank held back at random points. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void g3DelayedRank(int ranks) {
        int batch = 500;
        int batches = ranks == 3 ? 200 : 40;
        long seed = Fleet.random().nextLong();
        try (Fleet fleet = new Fleet(SuitePlans.unverified(ranks))) {
            fleet.group.run(rank -> {
                Random delays = new Random(seed + 1 + rank.index());
                Random same = new Random(seed);
                for (int b = 0; b < batches; b++) {
                    DType dtype = Cases.DTYPES[b % 3];
                    Lane lane = new Lane(fleet, rank, dtype, batch);
                    lane.prepare(b * batch);
                    for (int call = 0; call < batch; call++) {
                        if (delays.nextInt(50) == 0) {
                            spin(delays.nextInt(20_000));
                        }
                        Way way = Way.values()[same.nextInt(Way.values().length)];
                        lane.issue(fleet.method(Cases.name(dtype, way)).index(), call);
                    }
                    lane.check(b * batch);
                    lane.in.close();
                    lane.out.close();
                }
            });
        }
    }

    private static void spin(int rounds) {
        for (int i = 0; i < rounds; i++) {
            Thread.onSpinWait();
        }
    }

    /**
     * Counters pass 2^31 and 2^32, with and without signatures. Each way has counters of its own, and the ways share that
     * of the calls; so each way's calls come first in one of the runs.
     */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g13CounterWrap(int ranks, DType dtype) {
        int run = 0;
        for (int start : new int[] {Integer.MAX_VALUE - 1, -2, -3}) {
            List<String> verified =
                    Stream.of(Way.values()).map(Way::name).collect(Collectors.toCollection(ArrayList::new));
            List<String> unverified = Stream.of(Way.values())
                    .map(way -> Cases.name(dtype, way))
                    .collect(Collectors.toCollection(ArrayList::new));
            Collections.rotate(verified, run);
            Collections.rotate(unverified, run + 2);
            wrap(SuitePlans.ways(ranks, dtype), verified, dtype, start);
            wrap(SuitePlans.unverified(ranks), unverified, dtype, start);
            run++;
        }
    }

    private static void wrap(KernelPlan plan, List<String> methods, DType dtype, int start) {
        Probe preset = new Probe() {
            @Override
            public void preset(SignalBuffer buffer, int rank) {
                buffer.preset(start);
            }
        };
        int calls = 10;
        try (Fleet fleet = new Fleet(plan, GroupOptions.defaults().withProbe(preset))) {
            fleet.group.run(rank -> {
                Lane lane = new Lane(fleet, rank, dtype, calls * methods.size());
                lane.prepare(0);
                for (int call = 0; call < calls * methods.size(); call++) {
                    lane.issue(fleet.method(methods.get(call / calls)).index(), call);
                    fleet.of(rank).barrier(fleet.method("barrier").index());
                }
                lane.check(0);
            });
            int made = 2 * calls * methods.size();
            assertEquals(start > 0 ? start + made : start + made + 1, epoch(fleet));
        }
    }

    /** The wrap at 2^32 skips epoch 0. */
    private static int epoch(Fleet fleet) {
        return fleet.communicators.get(0).lastCall().epoch();
    }

    /** A second launcher is opened while calls of the first still wait for a rank. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void g21OpenWhileCallsWait(int ranks) {
        KernelPlan second = SuitePlans.other(ranks);
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.F32))) {
            fleet.group.run(rank -> {
                Lane lane = new Lane(fleet, rank, DType.F32, 4);
                lane.prepare(0);
                if (rank.index() == ranks - 1) {
                    spin(2_000_000);
                }
                for (int call = 0; call < 4; call++) {
                    lane.issue(call, call);
                }
                Communicator other = Communicator.open(rank, second, "other");
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 1);
                buffer.copyFrom(new float[] {rank.index()});
                other.allReduce(0, buffer, buffer, 1);
                float[] result = new float[1];
                buffer.copyTo(result);
                assertEquals(ranks - 1, result[0]);
                lane.check(0);
            });
        }
    }

    /** A buffer is allocated, used and freed while a peer's kernel waits. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void allocationWhileCallsWait(int ranks) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.F32))) {
            fleet.group.run(rank -> {
                for (int round = 0; round < 20; round++) {
                    if (rank.index() == round % ranks) {
                        for (long mib = 1; mib <= 128; mib *= 4) {
                            rank.buffer(F32.class, mib << 18).close();
                        }
                    }
                    Lane lane = new Lane(fleet, rank, DType.F32, 1);
                    lane.prepare(round);
                    lane.issue(round % 4, 0);
                    lane.check(round);
                }
            });
        }
    }

    /** Two threads of each rank share a launcher; their calls are equal, so any order is right. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void g23TwoThreads(int ranks) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.F32))) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (Rank rank : fleet.group.ranks()) {
                for (int t = 0; t < 2; t++) {
                    threads.add(new Thread(() -> {
                        try {
                            DeviceBuffer<F32> in = rank.buffer(F32.class, 100);
                            float[] ones = new float[100];
                            Arrays.fill(ones, 1);
                            in.copyFrom(ones);
                            DeviceBuffer<F32> out = rank.buffer(F32.class, 100);
                            for (int call = 0; call < 500; call++) {
                                fleet.of(rank).allReduce(0, in, out, 100);
                            }
                            float[] result = new float[100];
                            out.copyTo(result);
                            assertEquals(ranks, result[99]);
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    }));
                }
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), failures);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One thread queues 20 calls on each rank in turn; the last rank's come when all others wait. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 16})
    void g25QueuedRankByRank(int ranks) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.F32))) {
            List<Lane> lanes = new ArrayList<>();
            for (Rank rank : fleet.group.ranks()) {
                lanes.add(new Lane(fleet, rank, DType.F32, 20));
            }
            for (Way way : Way.values()) {
                lanes.forEach(lane -> lane.prepare(0));
                for (Lane lane : lanes) {
                    for (int call = 0; call < 20; call++) {
                        lane.issue(fleet.method(way.name()).index(), call);
                    }
                }
                lanes.forEach(lane -> lane.check(0));
            }
        }
    }
}
