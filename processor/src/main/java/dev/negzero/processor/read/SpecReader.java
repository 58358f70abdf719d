package dev.negzero.processor.read;

import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Peer;
import dev.negzero.annotations.Root;
import dev.negzero.annotations.Scope;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.FlatName;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads what the user wrote; judges nothing. */
public final class SpecReader {
    private final Elements elements;
    private final Types types;
    private final FactReader facts;

    /**
     * A reader for one round.
     *
     * @param elements of the processing environment
     * @param types of the processing environment
     */
    public SpecReader(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
        this.facts = new FactReader(elements);
    }

    /**
     * Reads one type.
     *
     * @param type a type that carries {@code @Collective}
     * @return what stands there
     * @throws UnresolvedException if it names types or values that don't exist, or don't yet
     */
    public Reading read(TypeElement type) {
        AnnotationMirror mirror = Objects.requireNonNull(Attributes.find(type, Collective.class.getName()));
        Attributes collective = new Attributes(elements, mirror);
        Map<String, ExecutableElement> byKey = new LinkedHashMap<>();
        List<MethodSpec> methods = new ArrayList<>();
        List<String> defaults = new ArrayList<>();
        if (type.getKind() == ElementKind.INTERFACE) {
            MethodReader reader = new MethodReader(elements, types, type, collective);
            Members members = new Members(elements, type, reader);
            members.abstractByKey().forEach((key, same) -> {
                if (!isLaunchersClose(key, same)) {
                    byKey.put(key, same.get(0));
                    methods.add(reader.read(same.get(0), meanings(same)));
                }
            });
            members.defaults().forEach(method -> {
                byKey.put(reader.key(method), method);
                defaults.add(reader.key(method));
            });
        }
        methods.sort(Comparator.comparing(MethodSpec::name).thenComparing(MethodSpec::key));
        defaults.sort(Comparator.naturalOrder());
        CollectiveSpec spec = spec(type, collective, methods, defaults);
        return new Reading(spec, type, byKey, facts.read(type, byKey));
    }

    private CollectiveSpec spec(
            TypeElement type, Attributes collective, List<MethodSpec> methods, List<String> defaults) {
        List<TypeElement> chain = chain(type);
        List<String> names =
                chain.stream().map(t -> t.getSimpleName().toString()).toList();
        return new CollectiveSpec(
                elements.getPackageOf(type).getQualifiedName().toString(),
                FlatName.of(names),
                String.join(".", names),
                shape(type, chain),
                collective.enumValue(DType.class, "dtype"),
                collective.intValue("width"),
                collective.intValue("groupSize"),
                collective.enumValue(Scope.class, "scope"),
                collective.longValue("maxBytes"),
                collective.booleanValue("verify"),
                methods,
                defaults);
    }

    private static TypeShape shape(TypeElement type, List<TypeElement> chain) {
        TypeShape.Kind kind =
                switch (type.getKind()) {
                    case INTERFACE -> TypeShape.Kind.INTERFACE;
                    case RECORD -> TypeShape.Kind.RECORD;
                    case ENUM -> TypeShape.Kind.ENUM;
                    case ANNOTATION_TYPE -> TypeShape.Kind.ANNOTATION;
                    default -> TypeShape.Kind.CLASS;
                };
        List<String> typeParameters = type.getTypeParameters().stream()
                .map(parameter -> parameter.getSimpleName().toString())
                .toList();
        List<String> privateTypes = chain.stream()
                .filter(t -> t.getModifiers().contains(Modifier.PRIVATE))
                .map(t -> t.getSimpleName().toString())
                .toList();
        return new TypeShape(
                kind, type.getModifiers().contains(Modifier.SEALED), typeParameters, privateTypes, memberTypes(type));
    }

    private static List<String> memberTypes(TypeElement type) {
        return Members.interfaces(type).stream()
                .flatMap(declaring -> ElementFilter.typesIn(declaring.getEnclosedElements()).stream())
                .map(member -> member.getSimpleName().toString())
                .distinct()
                .sorted()
                .toList();
    }

    /** The type and those around it, outermost first. */
    private static List<TypeElement> chain(TypeElement type) {
        List<TypeElement> chain = new ArrayList<>();
        for (Element e = type; e instanceof TypeElement around; e = around.getEnclosingElement()) {
            chain.add(0, around);
        }
        return chain;
    }

    /** A {@code void close()} without an op annotation, as from AutoCloseable, is what the launcher implements anyway. */
    private static boolean isLaunchersClose(String key, List<ExecutableElement> same) {
        return key.equals("close()")
                && same.stream()
                        .allMatch(method -> MethodReader.operations(method).isEmpty()
                                && TypeText.of(method.getReturnType()).equals("void"));
    }

    /** Owners of declarations that differ in their annotations from the first, with the first; else only its owner. */
    private static List<String> meanings(List<ExecutableElement> same) {
        ExecutableElement first = same.get(0);
        List<String> owners = new ArrayList<>(List.of(Members.ownerName(first)));
        same.stream()
                .filter(other -> !annotations(other).equals(annotations(first)))
                .map(Members::ownerName)
                .forEach(owners::add);
        return owners;
    }

    /** What gives a method its meaning: its op annotations, and which parameters name a rank. */
    private static List<String> annotations(ExecutableElement method) {
        Stream<String> operations = MethodReader.operations(method).stream()
                .map(operation -> String.valueOf(MethodReader.mirror(method, operation)));
        Stream<String> ranks = method.getParameters().stream()
                .map(parameter -> MethodReader.isMarked(parameter, Root.class) + "/"
                        + MethodReader.isMarked(parameter, Peer.class));
        return Stream.concat(operations, ranks).toList();
    }
}
