package dev.negzero.runtime.signal;

import dev.negzero.plan.CallLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import java.util.List;

/**
 * What a rank that gave up told all ranks.
 *
 * @param kind why
 * @param rank the rank that gave up
 * @param epoch its call's epoch, unsigned; 0 outside any call
 * @param site the wait it gave up in
 * @param missing bit p is set when it had not heard from peer p
 * @param peer the peer that disagrees (mismatch only)
 * @param digest its method's digest; 0 outside any call
 * @param peerDigest the peer's method digest (mismatch only)
 * @param algorithm code of its algorithm; 0 outside any call
 * @param peerAlgorithm code of the peer's algorithm (mismatch only)
 * @param root its call's root; {@link CallLayout#NO_ROOT} where there is none
 * @param peerRoot the peer's root (mismatch only)
 * @param count its count, in elements
 * @param peerCount the peer's count (mismatch only)
 */
public record FaultRecord(
        FaultKind kind,
        int rank,
        int epoch,
        FaultSite site,
        int missing,
        int peer,
        int digest,
        int peerDigest,
        int algorithm,
        int peerAlgorithm,
        int root,
        int peerRoot,
        long count,
        long peerCount) {
    /**
     * The same fault in the numbers of the group that a subgroup was split from.
     *
     * @param members that group's ranks, by their numbers in the subgroup
     */
    public FaultRecord in(List<Integer> members) {
        int mask = 0;
        for (int member = 0; member < members.size(); member++) {
            mask |= (missing >>> member & 1) << members.get(member);
        }
        return new FaultRecord(
                kind,
                members.get(rank),
                epoch,
                site,
                mask,
                members.get(peer),
                digest,
                peerDigest,
                algorithm,
                peerAlgorithm,
                in(members, root),
                in(members, peerRoot),
                count,
                peerCount);
    }

    private static int in(List<Integer> members, int root) {
        return root < members.size() ? members.get(root) : root;
    }

    /** A rank's own code failed, outside any call. */
    public static FaultRecord abort(int rank, int epoch) {
        return outside(FaultKind.ABORT, rank, epoch, 0);
    }

    /** Peers did not come to a rendezvous. */
    public static FaultRecord rendezvousTimeout(int rank, int missing) {
        return outside(FaultKind.TIMEOUT, rank, 0, missing);
    }

    private static FaultRecord outside(FaultKind kind, int rank, int epoch, int missing) {
        int none = CallLayout.NO_ROOT;
        return new FaultRecord(kind, rank, epoch, FaultSite.HOST, missing, 0, 0, 0, 0, 0, none, none, 0, 0);
    }
}
