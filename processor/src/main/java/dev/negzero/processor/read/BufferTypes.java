package dev.negzero.processor.read;

import dev.negzero.annotations.DType;
import dev.negzero.spec.ParameterSpec.Kind;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Recognises the runtime's buffers and markers by name, so that the processor needs no runtime on its own path. */
final class BufferTypes {
    /** The runtime's package. */
    static final String RUNTIME = "dev.negzero.runtime";

    private static final List<String> MARKERS =
            Arrays.stream(DType.values()).map(Enum::name).toList();

    private BufferTypes() {}

    /** What a parameter type is, as far as a collective cares. */
    static Kind kind(TypeMirror type) {
        return switch (type.getKind()) {
            case LONG -> Kind.LONG;
            case INT -> Kind.INT;
            case ARRAY ->
                ((ArrayType) type).getComponentType().getKind() == TypeKind.LONG ? Kind.LONG_ARRAY : Kind.OTHER;
            case DECLARED -> declared((DeclaredType) type);
            default -> Kind.OTHER;
        };
    }

    private static Kind declared(DeclaredType type) {
        boolean device = is(type, "DeviceBuffer");
        if (!device && !is(type, "SymmetricBuffer")) {
            return Kind.OTHER;
        }
        if (marker(type).isEmpty()) {
            return Kind.UNTYPED_BUFFER;
        }
        return device ? Kind.BUFFER : Kind.SYMMETRIC_BUFFER;
    }

    /** Simple name of the marker that a buffer type has as its argument; empty when there is none. */
    static String marker(TypeMirror type) {
        if (type.getKind() != TypeKind.DECLARED) {
            return "";
        }
        List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
        if (arguments.size() != 1 || arguments.get(0).getKind() != TypeKind.DECLARED) {
            return "";
        }
        DeclaredType argument = (DeclaredType) arguments.get(0);
        return MARKERS.stream().filter(name -> is(argument, name)).findFirst().orElse("");
    }

    private static boolean is(DeclaredType type, String name) {
        return ((TypeElement) type.asElement()).getQualifiedName().contentEquals(RUNTIME + "." + name);
    }
}
