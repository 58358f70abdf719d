package dev.negzero.runtime.cuda;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Requests for binaries of a small plan's kernels. */
final class Requests {
    private static final Kernels KERNELS = kernels();

    private Requests() {}

    /** A request with a source of its own; no compiler sees it. */
    static BinaryRequest of(String source, int capability) {
        return new BinaryRequest(KERNELS, source, Kernels.sha256(source.getBytes(StandardCharsets.UTF_8)), capability);
    }

    /** A request for the plan's real kernels. */
    static BinaryRequest real(int capability) {
        return BinaryRequest.of(KERNELS, capability);
    }

    private static Kernels kernels() {
        Signature signature = new Signature("void", List.of(), List.of(), List.of());
        MethodSpec method = new MethodSpec(
                "reduce",
                "reduce(DeviceBuffer,DeviceBuffer,long)",
                List.of("Sums"),
                List.of(Operation.ALL_REDUCE),
                ReduceOp.SUM,
                Protocol.MAILBOX,
                List.of(DType.F32),
                4,
                4096,
                MethodSpec.NO_ROOT,
                Set.of(),
                signature);
        CollectiveSpec spec = new CollectiveSpec(
                "p",
                "Sums",
                "Sums",
                TypeShape.PLAIN,
                DType.F32,
                4,
                2,
                Scope.SYSTEM,
                4096,
                true,
                List.of(method),
                List.of());
        return Kernels.of(new KernelPlanner().plan(spec));
    }
}
