package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.signal.FaultRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The subgroups that one rank is in. As a member it has control regions, counters and faults of its own; its GPU, memory
 * and stream are the same, so all its calls keep one order. What a subgroup took is given back when the engine closes.
 */
final class CudaSubgroups {
    private record Member(CudaRank rank, List<Integer> ranks) {}

    private final CudaRank whole;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    /** Number of the next split; the same on all ranks, as they split in the same order. */
    private int next;

    /** No subgroups yet of a rank. */
    CudaSubgroups(CudaRank whole) {
        this.whole = whole;
    }

    /**
     * Takes the rank into a subgroup. It has settled with its peers, so that allocating is safe.
     *
     * @param colors what all ranks brought
     * @return the rank as a member, which its peers may reach for after a further meeting
     */
    Split enter(CudaRank.Parts parts, long[] colors) {
        List<Integer> ranks = Split.members(colors, whole.index());
        Circle.Membership membership = new Circle.Membership(ranks.indexOf(whole.index()), ranks);
        int number = next++;
        String name = "split" + number + "." + colors[whole.index()];
        EngineSetup setup = new EngineSetup(
                ranks.size(), whole.setup().deadlineNanos(), whole.setup().probe());
        CudaRank rank = whole.member(membership.member(), setup, parts.circle().subgroup(parts, name, membership));
        members.add(new Member(rank, ranks));
        return new Split(number, rank, ranks, () -> {});
    }

    /**
     * Lets the members wait for something. A member that is interrupted knows of its subgroup only, and by the numbers
     * there; the whole group is told by its own.
     *
     * @throws FaultSignal if the calling thread was interrupted
     */
    private void eachWaits(Consumer<CudaRank> wait) {
        try {
            members.forEach(member -> wait.accept(member.rank()));
        } catch (FaultSignal inSubgroup) {
            whole.abort();
            throw whole.interrupted();
        }
    }

    /** How many splits this rank has counted. */
    int count() {
        return next;
    }

    /** Goes on counting where the rank is that has got furthest. */
    void count(int splits) {
        next = splits;
    }

    /** Tells the peers in all subgroups what they need to know for a reset. */
    void offer() {
        eachWaits(CudaRank::offer);
    }

    /** A fault of a subgroup, in the numbers of the group that was split; null if there is none. */
    @Nullable
    FaultRecord fault() {
        for (Member member : members) {
            FaultRecord fault = member.rank().fault();
            if (fault != null) {
                return fault.in(member.ranks());
            }
        }
        return null;
    }

    /** Takes in what kernels of the subgroups reported. */
    void drain() {
        eachWaits(CudaRank::drain);
    }

    /** Tells the peers in all subgroups that this rank's own code failed. */
    void abort() {
        members.forEach(member -> member.rank().abort());
    }

    /** Empties the subgroups' control regions on the device. The stream is idle. */
    void clearReports() {
        eachWaits(CudaRank::clearReports);
    }

    /** Forgets faults and initialises the domains again, behind {@link #clearReports}. */
    void restart() {
        eachWaits(CudaRank::restart);
    }

    /** Waits until nothing of the rank runs any more. */
    void finish() {
        members.forEach(member -> member.rank().finish());
    }

    /** Frees what is not part of the rank's memory as a whole. */
    void close() {
        members.forEach(member -> member.rank().closeMember());
    }
}
