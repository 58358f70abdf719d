package dev.negzero.processor.report;

import dev.negzero.processor.read.Reading;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.Severity;
import java.util.Arrays;
import java.util.Map;
import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Puts findings on the annotation value, annotation, parameter, method or type that they are about. */
public final class JavacReporter {
    private static final String ANNOTATIONS = "dev.negzero.annotations.";

    private final Messager messager;

    /**
     * A reporter.
     *
     * @param messager of the processing environment
     */
    public JavacReporter(Messager messager) {
        this.messager = messager;
    }

    /**
     * Reports a finding of the rules. One about an inherited method stands on the interface, whose values it was judged
     * against: the method's own source may not be part of this compilation.
     *
     * @param reading what was judged
     * @param finding what was found
     */
    public void report(Reading reading, Finding finding) {
        Place place = finding.place();
        Element element = element(reading, place);
        if (finding.problem().severity() == Severity.WARNING
                && (isSuppressed(element, finding.problem()) || isSuppressed(reading.type(), finding.problem()))) {
            return;
        }
        String owner = reading.inheritedFrom(place.methodKey());
        if (!owner.isEmpty()) {
            String text = finding.text() + " (in " + place.methodKey() + ", inherited from " + owner + ")";
            print(finding.problem(), text, reading.type(), null, null);
            return;
        }
        AnnotationMirror mirror = mirror(element, place.annotation());
        print(finding.problem(), finding.text(), element, mirror, value(mirror, place.attribute()));
    }

    /**
     * Reports a problem of a whole type.
     *
     * @param type where
     * @param problem which
     * @param values for the problem's text
     */
    public void report(TypeElement type, Problem problem, Object... values) {
        print(problem, problem.text(values), type, null, null);
    }

    /**
     * Reports something that stands nowhere in the source, as an option does.
     *
     * @param text the whole message
     */
    public void report(String text) {
        messager.printMessage(Diagnostic.Kind.ERROR, text);
    }

    /**
     * Tells something that is no problem.
     *
     * @param type what it is about
     * @param text lines
     */
    public void note(TypeElement type, String text) {
        messager.printMessage(Diagnostic.Kind.NOTE, text, type);
    }

    private static Element element(Reading reading, Place place) {
        ExecutableElement method = reading.methods().get(place.methodKey());
        if (method == null) {
            return reading.type();
        }
        return place.parameter() < 0 ? method : method.getParameters().get(place.parameter());
    }

    private static @Nullable AnnotationMirror mirror(Element element, String annotation) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
            if (type.getQualifiedName().contentEquals(ANNOTATIONS + annotation)) {
                return mirror;
            }
        }
        return null;
    }

    private static @Nullable AnnotationValue value(@Nullable AnnotationMirror mirror, String attribute) {
        if (mirror == null) {
            return null;
        }
        return mirror.getElementValues().entrySet().stream()
                .filter(entry -> entry.getKey().getSimpleName().contentEquals(attribute))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /**
     * By an annotation on the element or around it: {@code negzero}, which silences all of our warnings, or {@code negzero:NZ310}. For an
     * inherited method the interface that inherits it is asked too: the method may come from a jar, where it can't be changed.
     */
    private static boolean isSuppressed(Element element, Problem problem) {
        for (Element e = element; e != null; e = e.getEnclosingElement()) {
            SuppressWarnings suppress = e.getAnnotation(SuppressWarnings.class);
            if (suppress != null && Arrays.stream(suppress.value()).anyMatch(word -> silences(word, problem))) {
                return true;
            }
        }
        return false;
    }

    private static boolean silences(String word, Problem problem) {
        return word.equals("negzero") || word.equals("negzero:" + problem.code());
    }

    private void print(
            Problem problem,
            String text,
            Element element,
            @Nullable AnnotationMirror mirror,
            @Nullable AnnotationValue value) {
        Diagnostic.Kind kind = problem.severity() == Severity.ERROR ? Diagnostic.Kind.ERROR : Diagnostic.Kind.WARNING;
        if (mirror == null) {
            messager.printMessage(kind, text, element);
        } else if (value == null) {
            messager.printMessage(kind, text, element, mirror);
        } else {
            messager.printMessage(kind, text, element, mirror, value);
        }
    }
}
