package dev.negzero.processor.read;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/** Types as Java source text for messages: without type annotations, and short where that is clear. */
final class TypeText {
    private TypeText() {}

    static String of(TypeMirror type) {
        return switch (type.getKind()) {
            case DECLARED -> declared((DeclaredType) type);
            case ARRAY -> of(((ArrayType) type).getComponentType()) + "[]";
            case TYPEVAR -> ((TypeVariable) type).asElement().getSimpleName().toString();
            case WILDCARD -> wildcard((WildcardType) type);
            default ->
                type.getKind().isPrimitive() || type.getKind() == TypeKind.VOID
                        ? type.getKind().name().toLowerCase(Locale.ROOT)
                        : type.toString();
        };
    }

    private static String declared(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String arguments = list(type.getTypeArguments());
        return name(element) + arguments;
    }

    private static String list(List<? extends TypeMirror> arguments) {
        return arguments.isEmpty()
                ? ""
                : arguments.stream().map(TypeText::of).collect(Collectors.joining(", ", "<", ">"));
    }

    private static String name(TypeElement element) {
        boolean wellKnown = element.getEnclosingElement() instanceof PackageElement around
                && List.of("java.lang", BufferTypes.RUNTIME)
                        .contains(around.getQualifiedName().toString());
        return (wellKnown ? element.getSimpleName() : element.getQualifiedName()).toString();
    }

    private static String wildcard(WildcardType type) {
        String upper = bound(" extends ", type.getExtendsBound());
        return "?" + upper + bound(" super ", type.getSuperBound());
    }

    private static String bound(String word, @Nullable TypeMirror bound) {
        return bound == null ? "" : word + of(bound);
    }
}
