package dev.negzero.processor.read;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import java.util.List;
import java.util.Set;

/** The values of a method's op annotation, with those of the interface where it says nothing; see {@link MethodSpec}. */
record OpValues(
        ReduceOp reduceOp,
        Protocol protocol,
        List<DType> dtypes,
        int width,
        long maxBytes,
        int root,
        Set<String> written) {
    /** Those of a method whose annotation has no values, or that has no annotation. */
    static OpValues inherited(Attributes collective, Protocol protocol) {
        return new OpValues(
                ReduceOp.SUM,
                protocol,
                List.of(collective.enumValue(DType.class, "dtype")),
                collective.intValue("width"),
                collective.longValue("maxBytes"),
                MethodSpec.NO_ROOT,
                Set.of());
    }

    /** Those of an annotation for an operation with data. */
    static OpValues read(Attributes collective, Operation operation, Attributes op) {
        Set<String> written = op.written();
        List<DType> own = op.enumValues(DType.class, "dtype");
        return new OpValues(
                operation.reduces() ? op.enumValue(ReduceOp.class, "op") : ReduceOp.SUM,
                op.enumValue(Protocol.class, "protocol"),
                own.isEmpty() ? List.of(collective.enumValue(DType.class, "dtype")) : own,
                (written.contains("width") ? op : collective).intValue("width"),
                (written.contains("maxBytes") ? op : collective).longValue("maxBytes"),
                operation.isRooted() ? op.intValue("root") : MethodSpec.NO_ROOT,
                written);
    }
}
