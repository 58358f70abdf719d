package dev.negzero.plan;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.Counts;
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
 * @param counts how a call says how many elements travel
 * @param root the root that the annotation names, or -1: the call names it, or there is none
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
        Counts counts,
        int root,
        List<KernelVariant> variants,
        List<AutoRow> auto) {
    public MethodPlan {
        variants = List.copyOf(variants);
        auto = List.copyOf(auto);
    }

    /** The same method with other entry points. */
    public MethodPlan with(List<KernelVariant> otherVariants, List<AutoRow> otherAuto) {
        return new MethodPlan(
                index,
                name,
                key,
                digest,
                operation,
                reduceOp,
                protocol,
                dtype,
                width,
                counts,
                root,
                otherVariants,
                otherAuto);
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
