package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Captured calls: what they read, what they keep, and when they are refused. */
@Timeout(30)
class CaptureTest {
    private static final int COUNT = 100;

    /** Buffers of one rank whose contents tell the round they are of. */
    private static final class Lane {
        private final Rank rank;
        private final DeviceBuffer<F32> in;
        private final List<DeviceBuffer<F32>> outs = new ArrayList<>();

        Lane(Rank rank, DeviceBuffer<F32> in, int outs) {
            this.rank = rank;
            this.in = in;
            for (int i = 0; i < outs; i++) {
                this.outs.add(rank.buffer(F32.class, COUNT));
            }
        }

        Lane(Rank rank, int outs) {
            this(rank, rank.buffer(F32.class, COUNT), outs);
        }

        void call(Communicator communicator) {
            for (DeviceBuffer<F32> out : outs) {
                communicator.allReduce(0, in, out, COUNT);
            }
        }

        void prepare(int round) {
            float[] values = new float[COUNT];
            float[] nan = new float[COUNT];
            for (int i = 0; i < COUNT; i++) {
                values[i] = value(round, rank.index(), i);
                nan[i] = Float.NaN;
            }
            in.copyFrom(values);
            outs.forEach(out -> out.copyFrom(nan));
        }

        void check(int round) {
            float[] expected = new float[COUNT];
            for (int i = 0; i < COUNT; i++) {
                for (int peer = 0; peer < rank.group().size(); peer++) {
                    expected[i] += value(round, peer, i);
                }
            }
            for (DeviceBuffer<F32> out : outs) {
                float[] result = new float[COUNT];
                out.copyTo(result);
                assertArrayEquals(expected, result, "round " + round + " of rank " + rank.index());
            }
        }

        private static int value(int round, int rank, int i) {
            return (round * 37 + rank * 101 + i * 7) % 4001;
        }
    }

    private static KernelPlan plan(Path path) {
        return Plans.single(2, DType.F32, ReduceOp.SUM, path);
    }

    private static List<Communicator> open(Group group, Path path) {
        return Communicator.openAll(group, plan(path), "digest");
    }

    /** Three calls a replay, so that parities and generations differ from replay to replay; others between them. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void replaysReadWhatIsThere(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, path);
            group.run(rank -> {
                Communicator communicator = communicators.get(rank.index());
                Lane lane = new Lane(rank, 3);
                Lane other = new Lane(rank, 1);
                lane.prepare(0);
                CapturedCalls captured = rank.capture(() -> lane.call(communicator));
                assertNull(communicator.lastCall());
                assertEquals("3 captured calls of rank " + rank.index(), captured.toString());
                int calls = 0;
                for (int round = 0; round < 30; round++) {
                    lane.prepare(round);
                    captured.replay();
                    lane.check(round);
                    calls += 3;
                    for (int eager = 0; eager < round % 3; eager++) {
                        other.prepare(1000 + round);
                        other.call(communicator);
                        other.check(1000 + round);
                        calls++;
                    }
                    assertEquals(calls, communicator.lastCall().epoch());
                }
                captured.close();
            });
        }
    }

    @Test
    void nothingIsCarriedOutYet() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            group.run(rank -> {
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 2);
                buffer.copyFrom(new float[] {1, 2});
                rank.capture(() -> communicators.get(rank.index()).allReduce(0, buffer, buffer, 2));
                float[] values = new float[2];
                buffer.copyTo(values);
                assertArrayEquals(new float[] {1, 2}, values);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void closedBuffersStayForReplays(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, path);
            group.run(rank -> {
                Communicator communicator = communicators.get(rank.index());
                SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
                DeviceBuffer<F32> middle = rank.buffer(F32.class, COUNT);
                Lane lane = new Lane(rank, 1);
                lane.prepare(1);
                in.copyFrom(ones());
                CapturedCalls captured = rank.capture(() -> {
                    communicator.allReduce(0, in, middle, COUNT);
                    communicator.allReduce(0, middle, lane.outs.get(0), COUNT);
                });
                in.close();
                middle.close();
                assertThrows(StateException.class, () -> communicator.allReduce(0, in, middle, COUNT));
                captured.replay();
                captured.replay();
                float[] result = new float[COUNT];
                lane.outs.get(0).copyTo(result);
                assertEquals(4, result[COUNT - 1]);
                captured.close();
            });
        }
    }

    private static float[] ones() {
        float[] ones = new float[COUNT];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void fromOneThread() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.TWO_STAGE);
            List<Lane> lanes =
                    group.ranks().stream().map(rank -> new Lane(rank, 3)).toList();
            List<CapturedCalls> captured =
                    group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
            for (int round = 0; round < 10; round++) {
                for (Lane lane : lanes) {
                    lane.prepare(round);
                }
                if (round % 2 == 0) {
                    group.start();
                }
                captured.forEach(CapturedCalls::replay);
                captured.forEach(CapturedCalls::replay);
                if (round % 2 == 0) {
                    group.end();
                }
                for (Lane lane : lanes) {
                    lane.check(round);
                }
            }
            assertEquals(60, communicators.get(1).lastCall().epoch());
        }
    }

    /** A batch in a capture changes nothing; a capture without calls may be replayed. */
    @Test
    void batchInsideAndEmptyCapture() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.MAILBOX);
            group.run(rank -> {
                Lane lane = new Lane(rank, 2);
                CapturedCalls captured = rank.capture(() -> {
                    group.start();
                    lane.call(communicators.get(rank.index()));
                    group.end();
                });
                CapturedCalls empty = rank.capture(() -> {});
                lane.prepare(5);
                empty.replay();
                captured.replay();
                lane.check(5);
            });
        }
    }

    private static void refused(String message, org.junit.jupiter.api.function.Executable action) {
        assertEquals(message, assertThrows(StateException.class, action).getMessage());
    }

    @Test
    void replayAfterClose() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            group.run(rank -> {
                Lane lane = new Lane(rank, 1);
                CapturedCalls captured = rank.capture(() -> lane.call(communicators.get(rank.index())));
                lane.prepare(3);
                captured.replay();
                captured.close();
                captured.close();
                refused(
                        "NZ624: the captured calls are closed; found a replay on rank " + rank.index()
                                + "; make all replays before closing them",
                        captured::replay);
                lane.check(3);
            });
        }
    }

    @Test
    void replayAfterReset() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            List<Lane> lanes =
                    group.ranks().stream().map(rank -> new Lane(rank, 1)).toList();
            List<CapturedCalls> captured =
                    group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
            group.reset();
            refused(
                    "NZ625: the group was reset after the capture; found a replay on rank 1; capture the calls again"
                            + " behind Group.reset()",
                    () -> captured.get(1).replay());
            captured.forEach(CapturedCalls::close);
            List<CapturedCalls> again =
                    group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
            lanes.forEach(lane -> lane.prepare(8));
            again.forEach(CapturedCalls::replay);
            lanes.forEach(lane -> lane.check(8));
        }
    }

    @Test
    void replayWithAClosedLauncherOrGroup() {
        Group group = Group.open(2);
        List<Communicator> communicators = open(group, Path.LAMPORT);
        List<Lane> lanes = group.ranks().stream().map(rank -> new Lane(rank, 1)).toList();
        List<CapturedCalls> captured =
                group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
        communicators.get(0).close();
        refused("NZ621: the launcher is closed; found a replay; make all calls before closing it", () -> captured.get(0)
                .replay());
        group.close();
        refused("NZ604: the group is closed; found a replay; make all calls before Group.close()", () -> captured.get(1)
                .replay());
        refused("NZ604: the group is closed; found a capture; make all calls before Group.close()", () -> group.rank(0)
                .capture(() -> {}));
        captured.forEach(CapturedCalls::close);
    }

    private static String body(String found) {
        return "NZ623: a capture takes calls of its own rank and nothing else; found " + found
                + " in a capture of rank 1; copy, wait, replay and call for other ranks outside of it";
    }

    @Test
    void whatACaptureRefuses() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            List<Lane> lanes =
                    group.ranks().stream().map(rank -> new Lane(rank, 1)).toList();
            List<CapturedCalls> earlier =
                    group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
            group.run(rank -> rank.capture(() -> {
                if (rank.index() == 1) {
                    refused(body("synchronize"), rank::synchronize);
                    refused(body("copyFrom"), () -> lanes.get(1).prepare(0));
                    refused(body("copyTo"), () -> lanes.get(1).check(0));
                    refused(body("Rank.capture"), () -> rank.capture(() -> {}));
                    refused(body("Group.reset"), group::reset);
                    refused(body("a replay"), earlier.get(1)::replay);
                    refused(body("a call of rank 0"), () -> lanes.get(0).call(communicators.get(0)));
                }
            }));
        }
    }

    @Test
    void captureInABatch() {
        try (Group group = Group.open(2)) {
            group.start();
            assertEquals(
                    "NZ619",
                    assertThrows(StateException.class, () -> group.rank(0).capture(() -> {}))
                            .code());
            group.end();
        }
    }

    /** A body that throws leaves nothing behind: its thread's calls are carried out again, its buffers can be freed. */
    @Test
    void bodyThatThrows() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            group.run(rank -> {
                Lane lane = new Lane(rank, 1);
                assertEquals(
                        "on purpose",
                        assertThrows(
                                        UnsupportedOperationException.class,
                                        () -> rank.capture(() -> {
                                            lane.call(communicators.get(rank.index()));
                                            throw new UnsupportedOperationException("on purpose");
                                        }))
                                .getMessage());
                lane.prepare(2);
                lane.call(communicators.get(rank.index()));
                lane.check(2);
            });
        }
    }

    @Test
    void ranksThatCaptureDifferentCalls() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            group.run(rank -> {
                Lane lane = new Lane(rank, 1 + rank.index());
                LoadingException thrown = assertThrows(
                        LoadingException.class, () -> rank.capture(() -> lane.call(communicators.get(rank.index()))));
                assertEquals("NZ807", thrown.code());
                lane.prepare(4);
                Lane same = new Lane(rank, 1);
                same.prepare(4);
                CapturedCalls captured = rank.capture(() -> same.call(communicators.get(rank.index())));
                captured.replay();
                same.check(4);
            });
        }
    }

    @Test
    void peerThatDoesNotReplay() {
        try (Group group = Group.open(2, GroupOptions.defaults().withDeadline(Duration.ofMillis(50)))) {
            List<Communicator> communicators = open(group, Path.ONE_STAGE);
            List<Lane> lanes =
                    group.ranks().stream().map(rank -> new Lane(rank, 2)).toList();
            List<CapturedCalls> captured =
                    group.capture(rank -> lanes.get(rank.index()).call(communicators.get(rank.index())));
            group.run(rank -> {
                if (rank.index() == 0) {
                    assertEquals(
                            "NZ701",
                            assertThrows(CollectiveException.class, captured.get(0)::replay)
                                    .code());
                }
            });
            assertNotNull(group.rank(1).port().fault());
            assertThrows(CollectiveException.class, captured.get(1)::replay);
            group.start();
            assertThrows(CollectiveException.class, captured.get(1)::replay);
            group.end();
        }
    }

    @Test
    void nothingOfOthersOnTheHostEngine() {
        try (Group group = Group.open(2)) {
            Rank rank = group.rank(0);
            String text =
                    "NZ626: this engine has no device memory and no streams to share; found %s for the host engine;"
                            + " open the group on GPUs; -Dnegzero.engine=cuda says what is missing for that";
            refused(text.formatted("40 bytes at 0x1000"), () -> rank.wrap(F32.class, 0x1000, 10));
            refused(text.formatted("stream 0x20"), () -> rank.waitForStream(0x20));
            refused(text.formatted("stream 0x20"), () -> rank.makeStreamWait(0x20));
        }
    }
}
