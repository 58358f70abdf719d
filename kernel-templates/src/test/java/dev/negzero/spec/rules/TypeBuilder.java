package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.TypeShape;
import java.util.List;
import java.util.stream.Stream;

/** Builds specs for the rules' tests; without further calls, an interface {@code Sums} that breaks no rule. */
final class TypeBuilder {
    private TypeShape shape = TypeShape.PLAIN;
    private DType dtype = DType.BF16;
    private int width = 8;
    private int groupSize = 2;
    private Scope scope = Scope.SYSTEM;
    private long maxBytes = 8L << 20;
    private List<MethodBuilder> methods = List.of(MethodBuilder.allReduce("sum"));
    private List<String> defaultMethods = List.of();

    static TypeBuilder type() {
        return new TypeBuilder();
    }

    TypeBuilder kind(TypeShape.Kind kind) {
        shape = new TypeShape(kind, shape.sealed(), shape.typeParameters(), shape.privateTypes(), shape.memberTypes());
        return this;
    }

    TypeBuilder sealed() {
        shape = new TypeShape(shape.kind(), true, shape.typeParameters(), shape.privateTypes(), shape.memberTypes());
        return this;
    }

    TypeBuilder typeParameters(String... names) {
        shape = new TypeShape(shape.kind(), shape.sealed(), List.of(names), shape.privateTypes(), shape.memberTypes());
        return this;
    }

    TypeBuilder privateTypes(String... names) {
        shape = new TypeShape(
                shape.kind(), shape.sealed(), shape.typeParameters(), List.of(names), shape.memberTypes());
        return this;
    }

    TypeBuilder memberTypes(String... names) {
        shape = new TypeShape(
                shape.kind(), shape.sealed(), shape.typeParameters(), shape.privateTypes(), List.of(names));
        return this;
    }

    TypeBuilder dtype(DType value) {
        dtype = value;
        return this;
    }

    TypeBuilder width(int value) {
        width = value;
        return this;
    }

    TypeBuilder groupSize(int value) {
        groupSize = value;
        return this;
    }

    TypeBuilder scope(Scope value) {
        scope = value;
        return this;
    }

    TypeBuilder maxBytes(long value) {
        maxBytes = value;
        return this;
    }

    TypeBuilder methods(MethodBuilder... values) {
        methods = List.of(values);
        return this;
    }

    TypeBuilder defaultMethods(String... keys) {
        defaultMethods = List.of(keys);
        return this;
    }

    CollectiveSpec build() {
        Stream<MethodSpec> built = methods.stream().map(method -> method.build(dtype, width, maxBytes));
        return new CollectiveSpec(
                "com.acme",
                "Sums",
                "Sums",
                shape,
                dtype,
                width,
                groupSize,
                scope,
                maxBytes,
                true,
                built.toList(),
                defaultMethods);
    }
}
