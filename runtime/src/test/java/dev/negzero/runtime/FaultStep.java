package dev.negzero.runtime;

import dev.negzero.plan.CallLayout;
import dev.negzero.spec.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What all ranks of a group do together in one step of a fault schedule.
 *
 * @param where with whom
 * @param way what is called and how; null for a barrier and what is no call
 * @param model the call; null for a barrier and what is no call
 * @param seed of the inputs
 */
record FaultStep(
        Where where, CallPlan.@Nullable Way way, @Nullable CallModel model, long seed) {
    /** Halves of a group that is split in two, by its odd and even ranks. */
    static final int HALVES = 2;

    private static final String MEETING = "meeting";

    /** Which group a step is for. */
    enum Where {
        /** A call of all ranks. */
        WHOLE,
        /** A call of each half, with inputs of its own. */
        HALVES,
        /** The group is split. */
        SPLIT,
        /** All ranks make a symmetric buffer. */
        BUFFER
    }

    /** A step as a rank takes part in it, with ranks named as in the whole group: what the forecast looks at. */
    record Part(String channel, List<Integer> members, int sender, int receiver, Object signature) {
        boolean isMeeting() {
            return channel.equals(MEETING);
        }

        boolean isHandOff() {
            return sender >= 0;
        }
    }

    private record Signature(
            CallPlan.@Nullable Way way,
            int count,
            int root,
            @Nullable List<Long> counts) {}

    /** A rank's part; null if it has none. */
    @Nullable
    Part part(int ranks, int rank) {
        List<Integer> members = members(ranks, rank);
        String channel = where == Where.HALVES ? "half " + rank % HALVES : where.toString();
        if (isMeeting()) {
            return new Part(MEETING, members, -1, -1, where);
        }
        if (model == null) {
            return new Part(channel, members, -1, -1, "no data");
        }
        if (!model.takesPart(members.indexOf(rank))) {
            return null;
        }
        boolean handOff = model.operation() == Operation.SEND;
        int root = handOff ? CallLayout.NO_ROOT : model.root();
        List<Long> counts = model.counts() == null
                ? null
                : Arrays.stream(model.counts()).boxed().toList();
        return new Part(
                channel,
                members,
                handOff ? members.get(model.sender()) : -1,
                handOff ? members.get(model.root()) : -1,
                new Signature(way, model.count(), root, counts));
    }

    /** Whether the ranks meet outside of calls. */
    boolean isMeeting() {
        return where == Where.SPLIT || where == Where.BUFFER;
    }

    private List<Integer> members(int ranks, int rank) {
        return IntStream.range(0, ranks)
                .filter(other -> where != Where.HALVES || other % HALVES == rank % HALVES)
                .boxed()
                .toList();
    }

    /** Size of the group that a rank makes the call in. */
    int size(int ranks) {
        return where == Where.HALVES ? ranks / HALVES : ranks;
    }

    /** A rank's number in the group that it makes the call in. */
    int member(int rank) {
        return where == Where.HALVES ? rank / HALVES : rank;
    }

    /** The inputs of the members of a rank's group. */
    long[][] inputs(int rank) {
        long own = where == Where.HALVES ? seed + rank % HALVES : seed;
        return Objects.requireNonNull(model).inputs(new Random(own));
    }

    /** The same with another count, of all ranks or of one rank or pair; what has no count stays as it is. */
    FaultStep withOtherCount(Random random) {
        if (model == null) {
            return this;
        }
        int other = model.count() % FaultPlans.LONGEST + 1;
        if (model.counts() == null) {
            return with(model(other, model.root(), model.sender(), null));
        }
        long[] counts = model.counts().clone();
        int at = random.nextInt(counts.length);
        counts[at] = counts[at] == 0 ? 1 : counts[at] - 1;
        int most = (int) Arrays.stream(counts).max().orElse(0);
        return most == 0 ? this : with(model(most, model.root(), model.sender(), counts));
    }

    /** The same with another root, or for a rank of a hand-off with another peer if there is one. */
    FaultStep withOtherRoot(int rank) {
        if (model == null || !model.takesPart(member(rank))) {
            return this;
        }
        int size = model.ranks();
        if (model.operation().isRooted()) {
            return with(model.withRoot((model.root() + 1) % size));
        }
        if (model.operation() != Operation.SEND || size == 2) {
            return this;
        }
        int third = IntStream.range(0, size)
                .filter(other -> other != model.root() && other != model.sender())
                .findFirst()
                .orElseThrow();
        boolean sends = member(rank) == model.sender();
        return with(model(model.count(), sends ? third : model.root(), sends ? model.sender() : third, null));
    }

    private CallModel model(int count, int root, int sender, long @Nullable [] counts) {
        CallModel old = Objects.requireNonNull(model);
        return new CallModel(old.operation(), old.dtype(), old.reduceOp(), old.ranks(), count, root, sender, counts);
    }

    private FaultStep with(CallModel other) {
        return new FaultStep(where, way, other, seed);
    }

    /** Whether the call is one whose ranks name a root or a peer. */
    static boolean names(CallPlan.Kind kind) {
        return kind.operation().isRooted() || kind.operation() == Operation.SEND;
    }
}
