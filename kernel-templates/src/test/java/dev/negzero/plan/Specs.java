package dev.negzero.plan;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.List;
import java.util.Set;

/** Specs without findings, for tests of what comes after the rules. */
public final class Specs {
    /** Workspace of every method. */
    public static final long MAX_BYTES = 1 << 20;

    private static final Signature SIGNATURE = new Signature("void", List.of(), List.of(), List.of());

    private Specs() {}

    /** An interface {@code com.acme.Outer.Sums} of these methods. */
    public static CollectiveSpec of(int groupSize, MethodSpec... methods) {
        return new CollectiveSpec(
                "com.acme",
                "Outer_Sums",
                "Outer.Sums",
                TypeShape.PLAIN,
                DType.BF16,
                8,
                groupSize,
                Scope.SYSTEM,
                MAX_BYTES,
                true,
                List.of(methods),
                List.of());
    }

    /** An all-reduce sum over packs of 16 bytes. */
    public static MethodSpec sum(String name, DType dtype, Protocol protocol) {
        return method(name, name + "()", Operation.ALL_REDUCE, ReduceOp.SUM, protocol, dtype, 16 / dtype.bytes());
    }

    /** A barrier. */
    public static MethodSpec barrier(String name) {
        return method(name, name + "()", Operation.BARRIER, ReduceOp.SUM, Protocol.SIGNAL, DType.BF16, 8);
    }

    /** Any method. */
    public static MethodSpec method(
            String name, String key, Operation operation, ReduceOp op, Protocol protocol, DType dtype, int width) {
        return new MethodSpec(
                name,
                key,
                List.of("Sums"),
                List.of(operation),
                op,
                protocol,
                List.of(dtype),
                width,
                MAX_BYTES,
                MethodSpec.NO_ROOT,
                Set.of(),
                SIGNATURE);
    }

    /** The same method with other workspace bytes. */
    public static MethodSpec withMaxBytes(MethodSpec method, long maxBytes) {
        return new MethodSpec(
                method.name(),
                method.key(),
                method.declaredIn(),
                method.operations(),
                method.reduceOp(),
                method.protocol(),
                method.dtypes(),
                method.width(),
                maxBytes,
                method.root(),
                method.written(),
                method.signature());
    }
}
