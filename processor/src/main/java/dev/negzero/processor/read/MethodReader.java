package dev.negzero.processor.read;

import dev.negzero.annotations.Peer;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.Root;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Signature;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads one method as a member of one interface. */
final class MethodReader {
    private static final String ANNOTATIONS = "dev.negzero.annotations.";

    private final Elements elements;
    private final Types types;
    private final DeclaredType owner;
    private final Attributes collective;

    MethodReader(Elements elements, Types types, TypeElement owner, Attributes collective) {
        this.elements = elements;
        this.types = types;
        this.owner = (DeclaredType) owner.asType();
        this.collective = collective;
    }

    /** The op annotations on a method, in the order of {@link Operation}. */
    static List<Operation> operations(ExecutableElement method) {
        return Arrays.stream(Operation.values())
                .filter(operation -> mirror(method, operation) != null)
                .toList();
    }

    /** Name and erased parameter types after substitution: {@code sum(DeviceBuffer,DeviceBuffer,long)}. */
    String key(ExecutableElement method) {
        List<String> parameters = type(method).getParameterTypes().stream()
                .map(parameter -> TypeText.of(types.erasure(parameter)))
                .toList();
        return method.getSimpleName() + "(" + String.join(",", parameters) + ")";
    }

    /**
     * Reads a method.
     *
     * @param method the declaration that counts
     * @param declaredIn names of the interfaces that declare it with different meanings, or of the only one
     */
    MethodSpec read(ExecutableElement method, List<String> declaredIn) {
        List<Operation> operations = operations(method);
        OpValues values = values(method, operations);
        return new MethodSpec(
                method.getSimpleName().toString(),
                key(method),
                declaredIn,
                operations,
                values.reduceOp(),
                values.protocol(),
                values.dtypes(),
                values.width(),
                values.maxBytes(),
                values.root(),
                values.written(),
                signature(method));
    }

    /** What its op annotation says; where there are several, any will do until all but one are removed. */
    private OpValues values(ExecutableElement method, List<Operation> operations) {
        for (Operation operation : operations) {
            AnnotationMirror mirror = mirror(method, operation);
            if (operation.hasData() && mirror != null) {
                return OpValues.read(collective, operation, new Attributes(elements, mirror));
            }
        }
        return OpValues.inherited(collective, operations.isEmpty() ? Protocol.AUTO : Protocol.SIGNAL);
    }

    /** The annotation that asks for an operation, or null. */
    static @Nullable AnnotationMirror mirror(ExecutableElement method, Operation operation) {
        return Attributes.find(method, ANNOTATIONS + operation.annotation());
    }

    private ExecutableType type(ExecutableElement method) {
        return (ExecutableType) types.asMemberOf(owner, method);
    }

    private Signature signature(ExecutableElement method) {
        ExecutableType type = type(method);
        List<String> typeParameters = method.getTypeParameters().stream()
                .map(parameter -> parameter.getSimpleName().toString())
                .toList();
        List<String> checked = type.getThrownTypes().stream()
                .map(MethodReader::resolved)
                .filter(this::isChecked)
                .map(thrown -> types.asElement(thrown).getSimpleName().toString())
                .toList();
        String returnType = TypeText.of(resolved(type.getReturnType()));
        return new Signature(returnType, typeParameters, checked, parameters(method, type));
    }

    private boolean isChecked(TypeMirror thrown) {
        return List.of("java.lang.RuntimeException", "java.lang.Error").stream()
                .noneMatch(name ->
                        types.isSubtype(thrown, elements.getTypeElement(name).asType()));
    }

    private static List<ParameterSpec> parameters(ExecutableElement method, ExecutableType type) {
        List<ParameterSpec> parameters = new ArrayList<>();
        int count = method.getParameters().size();
        for (int i = 0; i < count; i++) {
            boolean varargs = method.isVarArgs() && i == count - 1;
            parameters.add(parameter(
                    method.getParameters().get(i), type.getParameterTypes().get(i), varargs));
        }
        return parameters;
    }

    private static ParameterSpec parameter(VariableElement parameter, TypeMirror type, boolean varargs) {
        resolved(type);
        String text = varargs ? TypeText.of(((ArrayType) type).getComponentType()) + "..." : TypeText.of(type);
        Kind kind = BufferTypes.kind(type);
        return new ParameterSpec(
                parameter.getSimpleName().toString(),
                text,
                kind,
                kind == Kind.OTHER ? "" : BufferTypes.marker(type),
                isMarked(parameter, Root.class),
                isMarked(parameter, Peer.class),
                varargs);
    }

    /** Whether a parameter carries an annotation. */
    static boolean isMarked(VariableElement parameter, Class<? extends Annotation> mark) {
        return Attributes.find(parameter, mark.getName()) != null;
    }

    /**
     * Refuses a type that doesn't exist yet, or has an argument or component that doesn't. Arguments first: ecj gives a type with
     * a missing argument up as a whole.
     */
    private static TypeMirror resolved(TypeMirror type) {
        if (type instanceof DeclaredType declared) {
            declared.getTypeArguments().forEach(MethodReader::resolved);
        }
        if (type.getKind() == TypeKind.ERROR) {
            throw new UnresolvedException(type.toString());
        }
        if (type.getKind() == TypeKind.ARRAY) {
            resolved(((ArrayType) type).getComponentType());
        }
        return type;
    }
}
