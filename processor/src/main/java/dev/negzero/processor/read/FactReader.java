package dev.negzero.processor.read;

import dev.negzero.annotations.DeviceHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Reads what the launcher's source has to repeat or to avoid. */
final class FactReader {
    private static final String GENERATED = "javax.annotation.processing.Generated";

    /** What launchers use of {@code java.lang}. */
    private static final List<String> JAVA_LANG = List.of("Override", "SuppressWarnings");

    private final Elements elements;
    /** Javac looks such a name up anew each time it is asked, in all places where a class might be. */
    private final Map<ModuleElement, Boolean> knowsGenerated = new HashMap<>();

    FactReader(Elements elements) {
        this.elements = elements;
    }

    JavaFacts read(TypeElement type, Map<String, ExecutableElement> methods) {
        Map<String, String> docs = new TreeMap<>();
        methods.forEach((key, method) -> {
            String doc = elements.getDocComment(method);
            if (doc != null) {
                docs.put(key, doc);
            }
        });
        String typeDoc = elements.getDocComment(type);
        ModuleElement module = elements.getModuleOf(type);
        return new JavaFacts(
                typeDoc == null ? "" : typeDoc,
                docs,
                hiding(type),
                knowsGenerated.computeIfAbsent(module, from -> elements.getTypeElement(from, GENERATED) != null),
                !module.isUnnamed(),
                hidesJavaLang(type),
                isDeprecated(type, methods),
                Attributes.find(type, DeviceHeader.class.getName()) != null);
    }

    private boolean hidesJavaLang(TypeElement type) {
        PackageElement around = elements.getPackageOf(type);
        String prefix = around.isUnnamed() ? "" : around.getQualifiedName() + ".";
        return JAVA_LANG.stream().anyMatch(name -> elements.getTypeElement(prefix + name) != null);
    }

    /** Constants too: before a dot, a name is taken for a field rather than for a type. */
    private static Set<String> hiding(TypeElement type) {
        Set<String> names = new TreeSet<>();
        for (TypeElement declaring : Members.interfaces(type)) {
            for (Element member : declaring.getEnclosedElements()) {
                if (member instanceof TypeElement || member.getKind() == ElementKind.FIELD) {
                    names.add(member.getSimpleName().toString());
                }
            }
        }
        return names;
    }

    private boolean isDeprecated(TypeElement type, Map<String, ExecutableElement> methods) {
        Stream<Element> around =
                Stream.iterate((Element) type, e -> e instanceof TypeElement, Element::getEnclosingElement);
        return Stream.concat(around, methods.values().stream()).anyMatch(elements::isDeprecated);
    }
}
