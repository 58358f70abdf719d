package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that make different calls are all told so, with both calls named, long before the deadline. */
@Timeout(20)
class G19MismatchedCallsTest {
    private static final String CURE = "; pass the same method, count and root on all ranks, then Group.reset()";

    /** Made before any call: once a rank has failed, its peers are refused buffers too. */
    private static List<DeviceBuffer<F32>> buffers(Group group) {
        return group.ranks().stream()
                .map(rank -> rank.buffer(F32.class, 200_000))
                .toList();
    }

    private static CollectiveException fails(
            Communicator communicator, List<DeviceBuffer<F32>> buffers, int method, int count) {
        DeviceBuffer<F32> in = buffers.get(communicator.rank().index()).slice(0, count);
        DeviceBuffer<F32> out = buffers.get(communicator.rank().index()).slice(count, count);
        CollectiveException thrown =
                assertThrows(CollectiveException.class, () -> communicator.allReduce(method, in, out, count));
        assertEquals(FaultKind.MISMATCH, thrown.kind());
        assertEquals(FaultSite.SIGNATURE, thrown.site());
        assertEquals("NZ702", thrown.code());
        // What the call left in the output is not handed out.
        assertThrows(CollectiveException.class, () -> out.copyTo(new float[count]));
        return thrown;
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void differentCounts(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, path), "digest");
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.run(rank -> {
                int count = rank.index() == 0 ? 100 : 257;
                CollectiveException thrown = fails(communicators.get(rank.index()), buffers, 0, count);
                String method = "reduce(DeviceBuffer,DeviceBuffer,long)";
                String algorithm = " by " + path.algorithm.id();
                String zero = method + " with count 100" + algorithm;
                String one = method + " with count 257" + algorithm;
                boolean byZero = thrown.rank() == 0;
                assertEquals(
                        "NZ702: ranks made different calls; found call 1 of rank " + thrown.rank() + ": "
                                + (byZero ? zero : one) + ", of rank " + (byZero ? 1 : 0) + ": "
                                + (byZero ? one : zero) + CURE,
                        thrown.getMessage());
            });
        }
    }

    @Test
    void countsThatTakeDifferentAlgorithms() {
        KernelPlan plan = Plans.of(3)
                .reduce("reduce", DType.F32, ReduceOp.SUM, Protocol.AUTO)
                .plan();
        try (Group group = Group.open(3)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            int[] counts = {10, 5000, 100_000};
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.run(rank -> {
                String text = fails(communicators.get(rank.index()), buffers, 0, counts[rank.index()])
                        .getMessage();
                assertEquals(
                        2,
                        Arrays.stream(counts)
                                .mapToObj(count -> "count " + count + " by " + algorithm(plan, count))
                                .filter(text::contains)
                                .count(),
                        text);
            });
        }
    }

    private static String algorithm(KernelPlan plan, int count) {
        MethodPlan method = plan.methods().get(0);
        return new Routes(method, "host", null).select(4L * count).algorithm().id();
    }

    @Test
    void differentMethods() {
        KernelPlan plan = Plans.of(2)
                .reduce("max", DType.F32, ReduceOp.MAX, Path.MAILBOX)
                .reduce("sum", DType.F32, ReduceOp.SUM, Path.MAILBOX)
                .plan();
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.run(rank -> {
                String text = fails(communicators.get(rank.index()), buffers, rank.index(), 8)
                        .getMessage();
                assertTrue(text.contains("max(") && text.contains("sum("), text);
            });
        }
    }

    /** The first calls agree, so the fault names a later one; then all recover. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void laterAndRecovered(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, path), "digest");
            AtomicInteger epoch = new AtomicInteger();
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.run(rank -> {
                Communicator communicator = communicators.get(rank.index());
                Counting counting = new Counting(rank, 64);
                for (int call = 0; call < 6; call++) {
                    counting.check(communicator, 0, call, 64);
                }
                epoch.set(fails(communicator, buffers, 0, 1 + rank.index()).epoch());
            });
            assertEquals(7, epoch.get());
            group.reset();
            group.run(rank -> new Counting(rank, 64).check(communicators.get(rank.index()), 0, 9, 64));
            assertEquals(1, communicators.get(0).lastCall().epoch());
        }
    }
}
