package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import dev.negzero.runtime.signal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters go through 2^31 and 2^32 without a hang, an early release or a stale word. */
class G13CounterWrapTest {
    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Path path : Path.values()) {
            for (int start : new int[] {Integer.MAX_VALUE - 1, Integer.MAX_VALUE, -5, -4, -3, -2, -1}) {
                // Without signatures nothing but the protocol itself holds the ranks together.
                cases.add(Arguments.of(path, start, true));
                cases.add(Arguments.of(path, start, false));
            }
        }
        return cases.stream();
    }

    /** Starts at a counter, with ranks that come late. */
    private static class Preset implements Probe {
        private final int start;
        private final int[] calls = new int[3];

        Preset(int start) {
            this.start = start;
        }

        @Override
        public void preset(SignalBuffer buffer, int rank) {
            buffer.preset(start);
        }

        @Override
        public void at(Point point, int rank) {
            // In turn, each rank comes so late that its peers have long been polling: what they see then must not pass.
            if (point == Point.CALL_ENTRY && calls[rank]++ % 6 == 2 * rank) {
                for (int i = 0; i < 2000; i++) {
                    Thread.yield();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void goesOn(Path path, int start, boolean verify) {
        Plans plans = Plans.of(3)
                .maxBytes(16 * 1024)
                .reduce("reduce", DType.F32, ReduceOp.SUM, path)
                .barrier("barrier");
        KernelPlan plan = verify ? plans.plan() : plans.unverified().plan();
        try (Group group = Group.open(3, GroupOptions.defaults().withProbe(new Preset(start)))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 2500);
                for (int call = 0; call < 20; call++) {
                    counting.check(communicator, Plans.index(plan, "reduce"), call, call % 3 == 0 ? 3 : 2500);
                    communicator.barrier(Plans.index(plan, "barrier"));
                }
            });
        }
    }

    /** Words of 2^32 calls ago carry tags that are about to recur; short messages since then have left them there. */
    @Test
    void oldMailIsGoneBeforeTagsRecur() {
        List<SignalBuffer> buffers = new CopyOnWriteArrayList<>();
        Preset probe = new Preset(-3) {
            @Override
            public void preset(SignalBuffer buffer, int rank) {
                super.preset(buffer, rank);
                long end = buffer.layout().inbox();
                for (long at = buffer.layout().mailbox(); at + 8 <= end; at += 8) {
                    Words.plainLong(buffer.bytes(), (int) at, 1L << 32);
                }
                buffers.add(buffer);
            }
        };
        KernelPlan plan = Plans.single(3, DType.F32, ReduceOp.SUM, Path.MAILBOX);
        try (Group group = Group.open(3, GroupOptions.defaults().withProbe(probe))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 3);
                counting.check(communicator, 0, 0, 3);
                counting.check(communicator, 0, 1, 3);
            });
            for (SignalBuffer buffer : buffers) {
                assertEquals(-1, Words.plainInt(buffer.bytes(), buffer.layout().stateMailbox()));
                long end = buffer.layout().mailbox() + 2 * 3 * buffer.layout().mailboxWords() * 8;
                for (long at = buffer.layout().mailbox(); at < end; at += 8) {
                    assertNotEquals(1, Words.plainInt(buffer.bytes(), (int) at + 4), "byte " + at);
                }
            }
        }
    }
}
