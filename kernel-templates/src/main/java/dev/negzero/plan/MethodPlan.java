package dev.negzero.plan;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.Operation;
import java.util.List;

/**
 * Everything both sides need to know of one method.
 *
 * @param index position in the plan; the launcher names the method by it
 * @param name the Java name
 * @param key the spec's key, which tells overloads apart
 * @param digest 32 bits that differ between methods; enters the call signature
 * @param operation which collective
 * @param reduceOp how it combines
 * @param protocol as asked for
 * @param dtype element type
 * @param width lanes per pack
 * @param variants the entry points, one for each algorithm that this method may use
 * @param auto which variant runs up to which size; empty when there is only one
 */
public record MethodPlan(
        int index,
        String name,
        String key,
        int digest,
        Operation operation,
        ReduceOp reduceOp,
        Protocol protocol,
        DType dtype,
        int width,
        List<KernelVariant> variants,
        List<AutoRow> auto) {
    public MethodPlan {
        variants = List.copyOf(variants);
        auto = List.copyOf(auto);
    }

    /** Bytes of one pack: 4, 8 or 16. */
    public int packBytes() {
        return width * dtype.bytes();
    }

    /** Packs that {@code count} elements fill, the last one perhaps partly. */
    public long packs(long count) {
        return (count + width - 1) / width;
    }

    /**
     * The variant that runs {@code algorithm}.
     *
     * @throws IllegalArgumentException if this method has none
     */
    public KernelVariant variant(Algorithm algorithm) {
        return variants.stream()
                .filter(v -> v.algorithm() == algorithm)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(key + " has no variant " + algorithm.id()));
    }
}
