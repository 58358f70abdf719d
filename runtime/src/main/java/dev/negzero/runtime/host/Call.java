package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
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

    /** Id by which peers can read the input in place; 0 if they can't, or must not as the call overwrites it. */
    int symmetricId() {
        return inPlace() ? 0 : present(in).symmetricId();
    }

    private boolean inPlace() {
        return in == out && inAt == outAt;
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

    long count() {
        return count;
    }

    /** The root, or the other rank of a hand-off. */
    int root() {
        return root;
    }

    /** The counts of a call that has several. */
    long[] counts() {
        return present(counts);
    }

    int elementBytes() {
        return method().dtype().bytes();
    }

    /** Bytes of the elements. */
    int bytes() {
        return (int) (count * elementBytes());
    }

    /** Packs of the message, the last one perhaps padded. */
    long packs() {
        return method().packs(count);
    }

    /** Bytes of all packs. */
    long paddedBytes() {
        return packs() * method().packBytes();
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the call has no such argument");
        }
        return value;
    }
}
