package dev.negzero.processor.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** The instance methods that an interface declares or inherits, without those that others of them override. */
final class Members {
    private final Elements elements;
    private final TypeElement type;
    private final MethodReader reader;
    private final List<ExecutableElement> methods;

    Members(Elements elements, TypeElement type, MethodReader reader) {
        this.elements = elements;
        this.type = type;
        this.reader = reader;
        List<ExecutableElement> all = new ArrayList<>();
        for (TypeElement declaring : interfaces(type)) {
            ElementFilter.methodsIn(declaring.getEnclosedElements()).stream()
                    .filter(Members::isInherited)
                    .forEach(all::add);
        }
        this.methods = all.stream()
                .filter(method -> all.stream().noneMatch(other -> overrides(other, method)))
                .toList();
    }

    /** The type and its super-interfaces, each once; near ones first, then in source order. */
    static List<TypeElement> interfaces(TypeElement type) {
        List<TypeElement> found = new ArrayList<>(List.of(type));
        for (int i = 0; i < found.size(); i++) {
            for (TypeMirror parent : found.get(i).getInterfaces()) {
                if (parent.getKind() == TypeKind.ERROR) {
                    throw new UnresolvedException(parent.toString());
                }
                TypeElement element = (TypeElement) ((DeclaredType) parent).asElement();
                if (!found.contains(element)) {
                    found.add(element);
                }
            }
        }
        return found;
    }

    /** Abstract methods by key; several under one key where super-interfaces declare the same one. */
    Map<String, List<ExecutableElement>> abstractByKey() {
        Map<String, List<ExecutableElement>> byKey = new TreeMap<>();
        for (ExecutableElement method : methods) {
            if (method.getModifiers().contains(Modifier.ABSTRACT) && !isFromObject(method)) {
                byKey.computeIfAbsent(reader.key(method), key -> new ArrayList<>())
                        .add(method);
            }
        }
        byKey.values().forEach(same -> same.sort(Comparator.comparing(Members::ownerName)));
        return byKey;
    }

    List<ExecutableElement> defaults() {
        return methods.stream().filter(ExecutableElement::isDefault).toList();
    }

    /** The interface that declares a method. */
    static TypeElement owner(ExecutableElement method) {
        return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
    }

    /** Its name. */
    static String ownerName(ExecutableElement method) {
        return owner(method).getQualifiedName().toString();
    }

    private static boolean isInherited(Element method) {
        return !method.getModifiers().contains(Modifier.STATIC)
                && !method.getModifiers().contains(Modifier.PRIVATE);
    }

    /**
     * By keys, as compilers differ in {@code Elements.overrides}: for ecj methods of two interfaces that don't extend each other
     * override each other, and one with a type variable in its parameters overrides none. Two methods of one key that don't
     * override would be a name clash, which a compiler refuses.
     */
    private boolean overrides(ExecutableElement other, ExecutableElement method) {
        return !other.equals(method)
                && other.getSimpleName().equals(method.getSimpleName())
                && interfaces(owner(other)).contains(owner(method))
                && reader.key(other).equals(reader.key(method));
    }

    /** Whether every class has it already: an interface may repeat {@code toString()} for its documentation. */
    private boolean isFromObject(ExecutableElement method) {
        TypeElement object = elements.getTypeElement("java.lang.Object");
        return ElementFilter.methodsIn(object.getEnclosedElements()).stream()
                .filter(inherited -> inherited.getModifiers().contains(Modifier.PUBLIC))
                .anyMatch(inherited -> elements.overrides(method, inherited, type));
    }
}
