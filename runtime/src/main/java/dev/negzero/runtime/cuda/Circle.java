package dev.negzero.runtime.cuda;

import java.util.List;

/** The ranks of a group, or of a subgroup of it, as far as they are in this process, and how subgroups come about. */
interface Circle {
    /** A rank of this process is there. */
    void add(CudaRank rank);

    /** Lets all kernels of all ranks see that something is wrong. */
    void alarm();

    /** Whether ranks are other processes, whose kernels only this process's own alarm can reach. */
    default boolean spansProcesses() {
        return false;
    }

    /**
     * What one of the ranks is made of as a member of a subgroup. It shares its GPU and memory with what it was before.
     *
     * @param whole what the rank is made of
     * @param name of the subgroup; the same on all of its ranks
     * @param membership who is in it, and which of them the rank is
     */
    CudaRank.Parts subgroup(CudaRank.Parts whole, String name, Membership membership);

    /**
     * One rank's place in a subgroup.
     *
     * @param member its number there
     * @param ranks numbers of the members in the group that was split, in order
     */
    record Membership(int member, List<Integer> ranks) {}
}
