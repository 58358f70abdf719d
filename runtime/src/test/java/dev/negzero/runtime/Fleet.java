package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes calls on all ranks of a group, each on its own thread, with poisoned outputs. */
final class Fleet {
    private Fleet() {}

    /** One call on a fresh group: what each rank's output holds. */
    static List<long[]> once(KernelPlan plan, String method, long[][] inputs) {
        try (Group group = Group.open(plan.groupSize())) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            return reduce(group, communicators, plan, method, inputs);
        }
    }

    /** One call; the group and the communicators are used again by the caller. */
    static List<long[]> reduce(
            Group group, List<Communicator> communicators, KernelPlan plan, String method, long[][] inputs) {
        int index = Plans.index(plan, method);
        DType dtype = plan.methods().get(index).dtype();
        int count = inputs[0].length;
        List<long[]> results = new ArrayList<>(Collections.nCopies(group.size(), new long[0]));
        group.run(rank -> {
            DeviceBuffer<?> in = rank.buffer(Elements.markerOf(dtype), Math.max(1, count));
            DeviceBuffer<?> out = rank.buffer(Elements.markerOf(dtype), Math.max(1, count));
            Bits.write(in, inputs[rank.index()]);
            Bits.poison(out);
            communicators.get(rank.index()).allReduce(index, in, out, count);
            rank.synchronize();
            long[] result = Bits.read(out, count);
            synchronized (results) {
                results.set(rank.index(), result);
            }
        });
        return results;
    }
}
