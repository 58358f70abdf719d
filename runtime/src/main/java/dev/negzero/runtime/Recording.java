package dev.negzero.runtime;

import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RecordedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of one rank, in order, with the buffers that they need and the launchers that they belong to. */
final class Recording {
    /** The last call of a launcher. */
    record Last(Communicator communicator, MethodPlan plan, KernelVariant variant, long bytes) {}

    private final Rank rank;
    private final List<RecordedCall> calls = new ArrayList<>();
    private final List<DeviceBuffer<?>> buffers = new ArrayList<>();
    private final Map<Communicator, Last> last = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder("captured calls");

    Recording(Rank rank) {
        this.rank = rank;
    }

    Rank rank() {
        return rank;
    }

    /** Keeps a call whose arguments have been checked. */
    void add(
            Communicator communicator,
            MethodPlan plan,
            KernelVariant variant,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            int root,
            long @Nullable [] counts,
            long bytes) {
        if (!rank.serves(communicator.rank())) {
            throw RuntimeProblem.CAPTURE_BODY.state("a call of rank "
                    + communicator.rank().index()
                    + (communicator.rank().group() == rank.group() ? "" : " of another group")
                    + " in a capture of rank " + rank.index());
        }
        calls.add(new RecordedCall(
                communicator.domain(),
                plan,
                variant,
                keep(in, communicator.rank()),
                offset(in),
                keep(out, communicator.rank()),
                offset(out),
                count,
                root,
                counts));
        last.put(communicator, new Last(communicator, plan, variant, bytes));
        if (!plan.operation().isHandOff()) {
            agreeOn(plan, variant, count, root, counts);
        }
    }

    /** Only two ranks capture a hand-off, and by different methods; it is compared when it is carried out. */
    private void agreeOn(MethodPlan plan, KernelVariant variant, long count, int root, long @Nullable [] counts) {
        text.append("; ")
                .append(plan.key())
                .append(' ')
                .append(plan.digest())
                .append(" x ")
                .append(count);
        if (root != CallLayout.NO_ROOT) {
            text.append(" root ").append(root);
        }
        if (counts != null) {
            text.append(" of ").append(Arrays.toString(counts));
        }
        text.append(" by ").append(variant.algorithm().id());
    }

    private @Nullable Memory keep(@Nullable DeviceBuffer<?> buffer, Rank user) {
        if (buffer == null) {
            return null;
        }
        buffer.retain();
        buffers.add(buffer);
        return buffer.rank() == user ? buffer.memory() : buffer.memory().unshared();
    }

    private static long offset(@Nullable DeviceBuffer<?> buffer) {
        return buffer == null ? 0 : buffer.offset();
    }

    /** The calls, in order. */
    List<RecordedCall> calls() {
        return List.copyOf(calls);
    }

    /** The last call of each launcher. */
    Last[] last() {
        return last.values().toArray(Last[]::new);
    }

    /** What ranks compare: methods, counts, algorithms. */
    String text() {
        return text.toString();
    }

    /** Lets go of the buffers. */
    void release() {
        buffers.forEach(DeviceBuffer::release);
        buffers.clear();
    }
}
