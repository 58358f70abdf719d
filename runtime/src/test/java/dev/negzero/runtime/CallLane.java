package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.spec.Operation;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in any call, straight at the engine, by a given algorithm. Where input and output are is chosen anew for
 * each call and by each rank alone: symmetric or not, at any element, in place where the operation has such a form. All
 * bytes around them are poisoned and looked at again.
 */
final class CallLane implements AutoCloseable {
    private static final byte POISON = (byte) 0xA5;
    /** Elements of poison on either side, and steps that a message may be off. */
    private static final int MARGIN = 8;

    private final Rank rank;
    private final KernelPlan plan;
    private final Communicator communicator;
    private final DeviceBuffer<U8>[] inputs;
    private final DeviceBuffer<U8>[] outputs;

    /** Collective, as it makes symmetric buffers. */
    @SuppressWarnings("unchecked")
    CallLane(Rank rank, KernelPlan plan, long capacityBytes) {
        this.rank = rank;
        this.plan = plan;
        this.communicator = Communicator.open(rank, plan, "digest");
        inputs = new DeviceBuffer[] {rank.buffer(U8.class, capacityBytes), rank.symmetricBuffer(U8.class, capacityBytes)
        };
        outputs =
                new DeviceBuffer[] {rank.buffer(U8.class, capacityBytes), rank.symmetricBuffer(U8.class, capacityBytes)
                };
    }

    /** Bytes that a lane needs for calls of up to so many elements of input or output. */
    static long capacity(long elements, int elementBytes) {
        return (elements + 4 * MARGIN) * elementBytes;
    }

    Communicator communicator() {
        return communicator;
    }

    /** Makes this rank's part of a barrier, and waits until it is done. */
    void barrier() {
        issueBarrier();
        rank.synchronize();
    }

    void issueBarrier() {
        communicator.barrier(Plans.index(plan, "barrier"));
    }

    /** Makes this rank's part of a call and checks every byte that it could have written. */
    void check(CallModel model, MethodPlan method, Algorithm algorithm, long[][] in, long[][] expected, Random random) {
        int self = rank.index();
        if (!model.takesPart(self) || model.count() == 0) {
            return;
        }
        byte[] input = Bits.bytes(model.dtype(), in[self]);
        byte @Nullable [] result = expected[self] == null ? null : Bits.bytes(model.dtype(), expected[self]);
        OptionalInt shift = model.inPlace(self);
        boolean onlyInPlace = model.operation() == Operation.BROADCAST;
        if (shift.isPresent() && (onlyInPlace || random.nextInt(3) == 0)) {
            inPlace(model, method, algorithm, input, result, shift.getAsInt(), random);
        } else {
            apart(model, method, algorithm, input, result, random);
        }
    }

    private void inPlace(
            CallModel model,
            MethodPlan method,
            Algorithm algorithm,
            byte[] input,
            byte @Nullable [] result,
            int shift,
            Random random) {
        int elementBytes = model.dtype().bytes();
        int base = margin(elementBytes, random);
        int inAt = base + Math.max(0, -shift) * elementBytes;
        int outAt = inAt + shift * elementBytes;
        int end = Math.max(inAt + input.length, result == null ? 0 : outAt + result.length);
        DeviceBuffer<U8> buffer = inputs[random.nextInt(2)];
        byte[] before = poisoned(end + MARGIN * elementBytes);
        System.arraycopy(input, 0, before, inAt, input.length);
        buffer.slice(0, before.length).copyFrom(before);
        launch(model, method, method.variant(algorithm), buffer.memory(), inAt, buffer.memory(), outAt);
        if (result != null) {
            System.arraycopy(result, 0, before, outAt, result.length);
        }
        compare(before, buffer, model, algorithm, "in place at " + inAt);
    }

    private void apart(
            CallModel model,
            MethodPlan method,
            Algorithm algorithm,
            byte[] input,
            byte @Nullable [] result,
            Random random) {
        int elementBytes = model.dtype().bytes();
        int inAt = margin(elementBytes, random);
        int outAt = margin(elementBytes, random);
        DeviceBuffer<U8> from = inputs[random.nextInt(2)];
        DeviceBuffer<U8> to = outputs[random.nextInt(2)];
        byte[] before = poisoned(inAt + input.length + MARGIN * elementBytes);
        System.arraycopy(input, 0, before, inAt, input.length);
        byte[] after = poisoned(outAt + (result == null ? 0 : result.length) + MARGIN * elementBytes);
        from.slice(0, before.length).copyFrom(before);
        to.slice(0, after.length).copyFrom(after);
        boolean none = input.length == 0 && random.nextBoolean();
        boolean nowhere = result == null && random.nextBoolean();
        Memory source = none ? null : from.memory();
        Memory target = nowhere ? null : to.memory();
        launch(model, method, method.variant(algorithm), source, inAt, target, outAt);
        if (result != null) {
            System.arraycopy(result, 0, after, outAt, result.length);
        }
        compare(after, to, model, algorithm, "from " + inAt + " to " + outAt);
        compare(before, from, model, algorithm, "input at " + inAt);
    }

    private static int margin(int elementBytes, Random random) {
        return (MARGIN + random.nextInt(MARGIN)) * elementBytes;
    }

    private static byte[] poisoned(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, POISON);
        return bytes;
    }

    private void compare(byte[] expected, DeviceBuffer<U8> buffer, CallModel model, Algorithm algorithm, String where) {
        byte[] found = new byte[expected.length];
        buffer.slice(0, found.length).copyTo(found);
        if (!Arrays.equals(expected, found)) {
            assertArrayEquals(expected, found, model + " by " + algorithm + ", rank " + rank.index() + " " + where);
        }
    }

    /** Collective: each rank closes its lane behind the last call. */
    @Override
    public void close() {
        rank.synchronize();
        communicator.close();
        for (int i = 0; i < inputs.length; i++) {
            inputs[i].close();
            outputs[i].close();
        }
    }

    /** Makes this rank's part of a call, whatever is in its buffers. */
    void issue(CallModel model, MethodPlan method, KernelVariant variant) {
        Memory in = inputs[0].memory();
        Memory out = method.operation() == Operation.BROADCAST ? in : outputs[0].memory();
        launch(model, method, variant, in, 0, out, 0);
    }

    /** One call as the public API would issue it. */
    void launch(
            CallModel model,
            MethodPlan method,
            KernelVariant variant,
            @Nullable Memory in,
            long inAt,
            @Nullable Memory out,
            long outAt) {
        int root = model.namedBy(rank.index());
        try {
            communicator
                    .domain()
                    .launch(method, variant, in, inAt, out, outAt, model.count(), root, model.counts(), true);
        } catch (FaultSignal fault) {
            throw rank.exception(fault.record());
        }
    }
}
