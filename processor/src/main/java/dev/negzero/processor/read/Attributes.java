package dev.negzero.processor.read;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Typed access to one annotation, which tells written values from defaults. */
final class Attributes {
    private final Elements elements;
    private final AnnotationMirror mirror;

    Attributes(Elements elements, AnnotationMirror mirror) {
        this.elements = elements;
        this.mirror = mirror;
    }

    /** The annotation of this class on an element, or null. */
    static @Nullable AnnotationMirror find(Element element, String qualifiedName) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
            if (type.getQualifiedName().contentEquals(qualifiedName)) {
                return mirror;
            }
        }
        return null;
    }

    /** Names of the attributes that stand in the source, whatever their value. */
    Set<String> written() {
        return mirror.getElementValues().keySet().stream()
                .map(attribute -> attribute.getSimpleName().toString())
                .collect(Collectors.toUnmodifiableSet());
    }

    int intValue(String name) {
        return value(Integer.class, name);
    }

    long longValue(String name) {
        return value(Long.class, name);
    }

    boolean booleanValue(String name) {
        return value(Boolean.class, name);
    }

    <E extends Enum<E>> E enumValue(Class<E> type, String name) {
        return constant(type, value(VariableElement.class, name));
    }

    <E extends Enum<E>> List<E> enumValues(Class<E> type, String name) {
        List<?> values = value(List.class, name);
        return values.stream()
                .map(item -> constant(type, cast(VariableElement.class, ((AnnotationValue) item).getValue(), name)))
                .toList();
    }

    private static <E extends Enum<E>> E constant(Class<E> type, VariableElement constant) {
        return Enum.valueOf(type, constant.getSimpleName().toString());
    }

    private <V> V value(Class<V> type, String name) {
        Object value = elements.getElementValuesWithDefaults(mirror).entrySet().stream()
                .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
                .map(entry -> entry.getValue().getValue())
                .findFirst()
                .orElseThrow(() -> new UnresolvedException(name));
        return cast(type, value, name);
    }

    /** A value that javac can't evaluate is a string instead of what the attribute's type promises. */
    private static <V> V cast(Class<V> type, Object value, String name) {
        if (!type.isInstance(value)) {
            throw new UnresolvedException(name);
        }
        return type.cast(value);
    }
}
