package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.CountsHash;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, in an object that is used again so that a call allocates nothing. */
final class Call {
    private @Nullable MethodPlan method;
    private @Nullable KernelVariant variant;
    private @Nullable HostMemory in;
    private @Nullable HostMemory out;
    private int inAt;
    private int outAt;
    private long count;
    private int root;
    private long @Nullable [] counts;
    private int countsHash;
    private final CountsHash hash = new CountsHash();

    /** This call's epoch; set when it starts. */
    int epoch;
    /** This call's parity, 0 or 1; set when it starts. */
    int parity;

    void set(
            MethodPlan method,
            KernelVariant variant,
            @Nullable HostMemory in,
            long inAt,
            @Nullable HostMemory out,
            long outAt,
            long count,
            int root,
            long @Nullable [] counts) {
        this.method = method;
        this.variant = variant;
        this.in = in;
        this.inAt = (int) inAt;
        this.out = out;
        this.outAt = (int) outAt;
        this.count = count;
        this.root = root;
        this.counts = counts;
        this.countsHash = counts == null ? 0 : hash.hash(counts);
    }

    MethodPlan method() {
        return present(method);
    }

    KernelVariant variant() {
        return present(variant);
    }

    Algorithm algorithm() {
        return variant().algorithm();
    }

    Operation operation() {
        return method().operation();
    }

    /** Id by which the receiver of a hand-off can read the input in place; 0 if it can't. */
    int symmetricId() {
        return in == null ? 0 : in.symmetricId();
    }

    /** Copies a rank's own elements from input to output, unless they are there already. */
    void copyOwn(int from, int to, int bytes) {
        if (in != out || from != to) {
            out().put(to, in(), from, bytes);
        }
    }

    ByteBuffer in() {
        return present(in).buffer();
    }

    int inAt() {
        return inAt;
    }

    ByteBuffer out() {
        return present(out).buffer();
    }

    int outAt() {
        return outAt;
    }

    /** Elements of a segment; the largest count where there are several. */
    long count() {
        return count;
    }

    /** The root, or the other rank of a hand-off. */
    int root() {
        return root;
    }

    /** The root as ranks agree on it: a hand-off's ranks name each other. */
    int agreedRoot() {
        return operation().isHandOff() ? CallLayout.NO_ROOT : root;
    }

    /** The counts of a call that has several. */
    long[] counts() {
        return present(counts);
    }

    int countsHash() {
        return countsHash;
    }

    /**
     * Whether a rank may have no elements for a peer. Then each sends the first word of its signature anyway: who has seen
     * those of a call knows that all peers are done with the call before, and may use its slots again in the next.
     */
    boolean needsCredit() {
        return operation().leavesPairsOut() || method().counts() != Counts.ONE;
    }

    int elementBytes() {
        return method().dtype().bytes();
    }

    /** Bytes of a segment's elements. */
    int bytes() {
        return (int) (count * elementBytes());
    }

    /** Packs of a segment, the last one perhaps padded. */
    long packs() {
        return method().packs(count);
    }

    /** Bytes of all packs of a segment. */
    long paddedBytes() {
        return packs() * method().packBytes();
    }

    /** The same for a segment of another length. */
    int paddedBytes(int bytes) {
        int packBytes = method().packBytes();
        return (bytes + packBytes - 1) / packBytes * packBytes;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the call has no such argument");
        }
        return value;
    }
}
