package dev.negzero.plan;

import dev.negzero.annotations.Scope;
import java.util.List;

/**
 * The plan of one annotated interface: every number that kernel, launcher and runtime share.
 *
 * @param packageName empty for the unnamed package
 * @param flatName {@code Outer_Inner}; launcher and resources are named after it
 * @param sourceName {@code Outer.Inner}
 * @param groupSize number of ranks, 2 .. 16
 * @param scope memory scope of shared accesses
 * @param verify whether calls compare signatures
 * @param layout offsets inside each rank's domain region
 * @param methods sorted by name and key; {@code methods.get(i).index() == i}
 */
public record KernelPlan(
        String packageName,
        String flatName,
        String sourceName,
        int groupSize,
        Scope scope,
        boolean verify,
        SignalLayout layout,
        List<MethodPlan> methods) {
    /** Version of the manifest and of the launcher's contract with the runtime. Both sides must have the same. */
    public static final int SCHEMA = 1;

    public KernelPlan {
        methods = List.copyOf(methods);
    }

    /** Resource path without extension: {@code META-INF/negzero/com/acme/Outer_Inner}. */
    public String resourceStem() {
        String folder = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return "META-INF/negzero/" + folder + flatName;
    }
}
