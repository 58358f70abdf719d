package dev.negzero.tests.processor;

import dev.negzero.processor.NegzeroProcessor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.Completion;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The processor, with a record of all that it asks of the compiler. */
final class Watched implements Processor {
    private static final Set<Class<?>> SERVICES = Set.of(Elements.class, Types.class, Filer.class, Messager.class);

    /**
     * One question.
     *
     * @param of the interface of the compiler's that was asked
     * @param method its method
     * @param arguments with what
     * @param size 1, and one more for each element of an answer that is a collection
     */
    record Call(Class<?> of, String method, List<Object> arguments, int size) {}

    private final Processor processor = new NegzeroProcessor();
    private final List<Call> calls = new ArrayList<>();

    List<Call> calls() {
        return calls;
    }

    /** Calls of the compiler, and elements that it handed over. */
    long work() {
        return calls.stream().mapToLong(Call::size).sum();
    }

    private <T> T watch(Class<T> type, Object real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(type, real, method, arguments)));
    }

    private Object call(Class<?> type, Object real, Method method, Object[] arguments) throws Throwable {
        try {
            Object answer = method.invoke(real, arguments);
            if (SERVICES.contains(method.getReturnType())) {
                return watch(method.getReturnType(), answer);
            }
            int size = answer instanceof Collection<?> all ? 1 + all.size() : 1;
            List<Object> given = arguments == null ? List.of() : Collections.unmodifiableList(Arrays.asList(arguments));
            calls.add(new Call(type, method.getName(), given, size));
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public void init(ProcessingEnvironment environment) {
        processor.init(watch(ProcessingEnvironment.class, environment));
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return processor.process(annotations, watch(RoundEnvironment.class, round));
    }

    @Override
    public Set<String> getSupportedOptions() {
        return processor.getSupportedOptions();
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return processor.getSupportedAnnotationTypes();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return processor.getSupportedSourceVersion();
    }

    @Override
    public Iterable<? extends Completion> getCompletions(
            Element element, AnnotationMirror annotation, ExecutableElement member, String userText) {
        return processor.getCompletions(element, annotation, member, userText);
    }
}
