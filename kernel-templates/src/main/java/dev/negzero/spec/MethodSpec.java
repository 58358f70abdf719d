package dev.negzero.spec;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One abstract method as written, defaults of the interface already applied. It may break rules: only once they find
 * nothing is there exactly one operation and one dtype.
 *
 * @param name the Java name
 * @param key unique and stable within the interface: name and erased parameter types, e.g.
 *     {@code allReduce(DeviceBuffer,DeviceBuffer,long)}; overloads differ in it
 * @param declaredIn source names of the interfaces that declare it; more than one when several super-interfaces do,
 *     with annotations that differ, and the interface itself doesn't override it
 * @param operations the op annotations on it, sorted
 * @param reduceOp how it combines; SUM where the operation doesn't reduce
 * @param protocol as asked for; AUTO when left out, SIGNAL for a barrier
 * @param dtypes the element types as written, or the interface's one
 * @param width the effective lanes per pack
 * @param maxBytes the effective workspace bytes
 * @param root the root that the annotation names, or {@link #NO_ROOT}
 * @param written names of the attributes that stand in its op annotation, as against inherited or default ones
 * @param signature its Java side
 */
public record MethodSpec(
        String name,
        String key,
        List<String> declaredIn,
        List<Operation> operations,
        ReduceOp reduceOp,
        Protocol protocol,
        List<DType> dtypes,
        int width,
        long maxBytes,
        int root,
        Set<String> written,
        Signature signature) {
    /** No root is named: a parameter names it, or there is none. */
    public static final int NO_ROOT = -1;

    public MethodSpec {
        declaredIn = List.copyOf(declaredIn);
        operations = List.copyOf(operations);
        dtypes = List.copyOf(dtypes);
        written = Set.copyOf(written);
    }

    /** Whether it is a method of this operation and of no other. */
    public boolean is(Operation operation) {
        return operations.equals(List.of(operation));
    }

    /** Whether it is a method of one operation, and that is of this kind. */
    public boolean isOne(Predicate<Operation> kind) {
        return operations.size() == 1 && kind.test(operations.get(0));
    }

    /** The operation; of a method without findings. */
    public Operation operation() {
        return operations.get(0);
    }

    /** The effective element type. */
    public DType dtype() {
        return dtypes.get(0);
    }

    /** The parameters in order. */
    public List<ParameterSpec> parameters() {
        return signature.parameters();
    }

    /** How its parameters say how many elements travel; of a method without findings. */
    public Counts counts() {
        boolean many = parameters().stream().anyMatch(p -> p.kind() == ParameterSpec.Kind.LONG_ARRAY);
        return many ? operation().lists() : Counts.ONE;
    }

    /** Bytes of one pack; may be no legal number of bytes, and doesn't overflow. */
    public long packBytes() {
        return (long) width * dtype().bytes();
    }
}
