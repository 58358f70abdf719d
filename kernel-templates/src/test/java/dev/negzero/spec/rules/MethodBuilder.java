package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Builds methods for the rules' tests; attributes that a test doesn't set are inherited from the type. */
final class MethodBuilder {
    private final String name;
    private final Set<String> written = new TreeSet<>();
    private List<Operation> operations;
    private List<String> declaredIn = List.of("Sums");
    private ReduceOp reduceOp = ReduceOp.SUM;
    private Protocol protocol = Protocol.AUTO;
    private List<DType> dtypes = List.of();
    private int width;
    private long maxBytes;
    private int root = MethodSpec.NO_ROOT;
    private String returnType = "void";
    private List<String> typeParameters = List.of();
    private List<String> checkedExceptions = List.of();
    private List<ParameterSpec> parameters = new ArrayList<>();

    private MethodBuilder(String name, Operation... operations) {
        this.name = name;
        this.operations = List.of(operations);
    }

    /** With well-formed parameters {@code in}, {@code out} and {@code count} of the effective dtype. */
    static MethodBuilder allReduce(String name) {
        return new MethodBuilder(name, Operation.ALL_REDUCE);
    }

    /** A method of any operation, without parameters. */
    static MethodBuilder of(String name, Operation operation) {
        return new MethodBuilder(name, operation);
    }

    static MethodBuilder barrier(String name) {
        return new MethodBuilder(name, Operation.BARRIER);
    }

    MethodBuilder operations(Operation... values) {
        operations = List.of(values);
        return this;
    }

    MethodBuilder declaredIn(String... types) {
        declaredIn = List.of(types);
        return this;
    }

    MethodBuilder op(ReduceOp value) {
        reduceOp = value;
        written.add("op");
        return this;
    }

    MethodBuilder protocol(Protocol value) {
        protocol = value;
        written.add("protocol");
        return this;
    }

    MethodBuilder dtype(DType... values) {
        dtypes = List.of(values);
        written.add("dtype");
        return this;
    }

    MethodBuilder width(int value) {
        width = value;
        written.add("width");
        return this;
    }

    MethodBuilder root(int value) {
        root = value;
        written.add("root");
        return this;
    }

    MethodBuilder maxBytes(long value) {
        maxBytes = value;
        written.add("maxBytes");
        return this;
    }

    MethodBuilder returnType(String value) {
        returnType = value;
        return this;
    }

    MethodBuilder typeParameters(String... names) {
        typeParameters = List.of(names);
        return this;
    }

    MethodBuilder checkedExceptions(String... names) {
        checkedExceptions = List.of(names);
        return this;
    }

    MethodBuilder parameters(ParameterSpec... values) {
        parameters = List.of(values);
        return this;
    }

    static ParameterSpec buffer(String name, DType dtype) {
        return new ParameterSpec(name, "DeviceBuffer<" + dtype + ">", Kind.BUFFER, dtype.name(), false, false, false);
    }

    static ParameterSpec symmetric(String name, DType dtype) {
        return new ParameterSpec(
                name, "SymmetricBuffer<" + dtype + ">", Kind.SYMMETRIC_BUFFER, dtype.name(), false, false, false);
    }

    static ParameterSpec count() {
        return plain("count", "long", Kind.LONG);
    }

    static ParameterSpec plain(String name, String type, Kind kind) {
        return new ParameterSpec(name, type, kind, "", false, false, false);
    }

    static ParameterSpec varargs(String name, String type, Kind kind) {
        return new ParameterSpec(name, type, kind, "", false, false, true);
    }

    static ParameterSpec root(String name) {
        return root(name, "int", Kind.INT);
    }

    static ParameterSpec root(String name, String type, Kind kind) {
        return new ParameterSpec(name, type, kind, "", true, false, false);
    }

    static ParameterSpec peer(String name) {
        return peer(name, "int", Kind.INT);
    }

    static ParameterSpec peer(String name, String type, Kind kind) {
        return new ParameterSpec(name, type, kind, "", false, true, false);
    }

    static ParameterSpec counts() {
        return plain("counts", "long[]", Kind.LONG_ARRAY);
    }

    MethodSpec build(DType typeDType, int typeWidth, long typeMaxBytes) {
        List<DType> effective = dtypes.isEmpty() ? List.of(typeDType) : dtypes;
        List<ParameterSpec> effectiveParameters = parameters;
        if (parameters.isEmpty() && operations.contains(Operation.ALL_REDUCE)) {
            effectiveParameters = List.of(buffer("in", effective.get(0)), buffer("out", effective.get(0)), count());
        }
        return new MethodSpec(
                name,
                name + "()",
                declaredIn,
                operations,
                reduceOp,
                protocol,
                effective,
                written.contains("width") ? width : typeWidth,
                written.contains("maxBytes") ? maxBytes : typeMaxBytes,
                root,
                written,
                new Signature(returnType, typeParameters, checkedExceptions, effectiveParameters));
    }
}
