package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every collective through the public methods, of which each rank takes the in-place form or not as it likes: called at once
 * on the ranks' threads, in a batch from one thread, and captured. What each rank has afterwards are the bits of the model.
 */
@Timeout(60)
class PublicCallsTest {
    private static final int RANKS = 3;
    private static final int MOST = 600;
    private static final int[] COUNTS = {1, 5, 97, 200};

    private final Random random = new Random();

    static Stream<Arguments> forms() {
        List<Arguments> forms = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (operation.hasData() && operation != Operation.RECEIVE) {
                forms.add(Arguments.of(operation, Counts.ONE));
            }
        }
        forms.add(Arguments.of(Operation.ALL_GATHER, Counts.PER_RANK));
        forms.add(Arguments.of(Operation.ALL_TO_ALL, Counts.PER_PAIR));
        return forms.stream();
    }

    /** One rank's buffers and bits of one call. */
    private record Part(
            CallModel model, Communicator communicator, DeviceBuffer<F32> in, DeviceBuffer<F32> out, byte[] expected) {
        int rank() {
            return communicator.rank().index();
        }

        void call(KernelPlan plan) {
            Operation operation = model.operationOf(rank());
            int method = Plans.index(plan, operation.methodName() + (model.counts() == null ? "" : "Counts"));
            PublicCall.issue(communicator, method, model, in, out);
        }

        void check() {
            if (expected != null) {
                byte[] actual = new byte[expected.length];
                out.copyTo(actual);
                assertArrayEquals(expected, actual, () -> model + " on rank " + rank());
            }
        }
    }

    private List<Part> parts(CallModel model, List<Communicator> communicators) {
        long[][] in = model.inputs(random);
        long[][] expected = model.expected(in);
        List<Part> parts = new ArrayList<>();
        for (Communicator communicator : communicators) {
            int rank = communicator.rank().index();
            if (model.takesPart(rank)) {
                byte[] result = expected[rank] == null ? null : Bits.bytes(model.dtype(), expected[rank]);
                parts.add(part(model, communicator, Bits.bytes(model.dtype(), in[rank]), result));
            }
        }
        return parts;
    }

    private Part part(CallModel model, Communicator communicator, byte[] in, byte[] result) {
        Rank rank = communicator.rank();
        DeviceBuffer<F32> input = rank.buffer(F32.class, 2L * MOST);
        OptionalInt shift = model.inPlace(rank.index());
        boolean inPlace = shift.isPresent() && (model.operation() == Operation.BROADCAST || random.nextBoolean());
        DeviceBuffer<F32> from = inPlace ? input.slice(Math.max(0, -shift.getAsInt()), MOST) : input;
        DeviceBuffer<F32> to =
                inPlace ? input.slice(Math.max(0, shift.getAsInt()), MOST) : rank.buffer(F32.class, 2L * MOST);
        from.copyFrom(in);
        return new Part(model, communicator, from, to, result);
    }

    private CallModel model(Operation operation, Counts kind, int count) {
        return CallModel.random(operation, kind, DType.F32, ReduceOp.SUM, RANKS, count, random);
    }

    private void seed() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        random.setSeed(seed);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void atOnce(Operation operation, Counts kind) {
        seed();
        KernelPlan plan = EveryMethod.plan(RANKS, Protocol.AUTO, 1 << 20);
        try (Group group = Group.open(RANKS)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            for (int count : COUNTS) {
                List<Part> parts = parts(model(operation, kind, count), communicators);
                group.run(rank -> parts.stream()
                        .filter(part -> part.rank() == rank.index())
                        .forEach(part -> part.call(plan)));
                parts.forEach(Part::check);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void inABatch(Operation operation, Counts kind) {
        seed();
        KernelPlan plan = EveryMethod.plan(RANKS, Protocol.AUTO, 1 << 20);
        try (Group group = Group.open(RANKS)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            List<Part> parts = new ArrayList<>();
            for (int count : COUNTS) {
                parts.addAll(parts(model(operation, kind, count), communicators));
            }
            group.start();
            parts.forEach(part -> part.call(plan));
            group.end();
            parts.forEach(Part::check);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void captured(Operation operation, Counts kind) {
        seed();
        KernelPlan plan = EveryMethod.plan(RANKS, Protocol.AUTO, 1 << 20);
        try (Group group = Group.open(RANKS)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            List<Part> parts = new ArrayList<>();
            for (int count : COUNTS) {
                parts.addAll(parts(model(operation, kind, count), communicators));
            }
            List<CapturedCalls> captured = group.capture(rank ->
                    parts.stream().filter(part -> part.rank() == rank.index()).forEach(part -> part.call(plan)));
            captured.forEach(CapturedCalls::replay);
            parts.forEach(Part::check);
        }
    }
}
