package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.GroupOptions;
import dev.negzero.runtime.Rank;
import java.util.List;
import java.util.Random;

/** A group with one plan opened on it. */
final class Fleet implements AutoCloseable {
    final KernelPlan plan;
    final Group group;
    final List<Communicator> communicators;

    Fleet(KernelPlan plan) {
        this(plan, GroupOptions.defaults());
    }

    Fleet(KernelPlan plan, GroupOptions options) {
        this.plan = plan;
        group = Group.open(plan.groupSize(), options);
        try {
            communicators = Communicator.openAll(group, plan, "digest");
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    Communicator of(Rank rank) {
        return communicators.get(rank.index());
    }

    MethodPlan method(String name) {
        return plan.methods().get(GpuPlans.index(plan, name));
    }

    /** A seed that the test's output names. */
    static Random random() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        return new Random(seed);
    }

    int[][] inputs(String method, int count, boolean any, Random random) {
        DType dtype = method(method).dtype();
        int[][] inputs = new int[group.size()][];
        for (int rank = 0; rank < inputs.length; rank++) {
            inputs[rank] = any ? Scalar.random(dtype, count, random) : Scalar.ordinary(dtype, count, random);
        }
        return inputs;
    }

    int[] expected(String method, int[][] inputs, int count) {
        MethodPlan plan = method(method);
        return Scalar.reduce(plan.dtype(), plan.reduceOp(), inputs, count);
    }

    /** One call, each rank on its own thread, with poisoned output; checks the bits on every rank. */
    void check(String method, int[][] inputs) {
        check(method, inputs, expected(method, inputs, inputs[0].length));
    }

    private void check(String method, int[][] inputs, int[] expected) {
        int count = inputs[0].length;
        DType dtype = method(method).dtype();
        int index = method(method).index();
        group.run(rank -> {
            try (DeviceBuffer<?> in = rank.buffer(Elements.markerOf(dtype), Math.max(1, count));
                    DeviceBuffer<?> out = rank.buffer(Elements.markerOf(dtype), Math.max(1, count))) {
                Scalar.write(in, inputs[rank.index()]);
                Scalar.poison(out);
                of(rank).allReduce(index, in, out, count);
                assertArrayEquals(
                        expected, Scalar.read(out, count), method + " of " + count + " on rank " + rank.index());
            }
        });
    }

    /** One call by each of several ways, with the same input. */
    void checkAll(int count, boolean any, Random random, Way... ways) {
        int[][] inputs = inputs(ways[0].name(), count, any, random);
        int[] expected = expected(ways[0].name(), inputs, count);
        for (Way way : ways) {
            check(way.name(), inputs, expected);
        }
    }

    void check(String method, int count, boolean any, Random random) {
        check(method, inputs(method, count, any, random));
    }

    @Override
    public void close() {
        group.close();
    }
}
