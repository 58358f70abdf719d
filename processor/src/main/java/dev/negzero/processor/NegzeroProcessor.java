package dev.negzero.processor;

import com.google.auto.service.AutoService;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DeviceHeader;
import dev.negzero.emit.PlanText;
import dev.negzero.plan.CrossoverCheck;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.LamportRegionCheck;
import dev.negzero.plan.Tuning;
import dev.negzero.processor.read.Reading;
import dev.negzero.processor.read.SpecReader;
import dev.negzero.processor.read.UnresolvedException;
import dev.negzero.processor.report.JavacReporter;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Problem;
import dev.negzero.spec.Severity;
import dev.negzero.spec.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Generates, for each {@code @Collective} interface, its launcher, kernel sources and manifest.
 *
 * <p>It claims all of negzero's annotations, also those that it reads only as a part of an interface: javac's lint warns of
 * annotations that no processor claims. For the same reason it claims the {@code @Generated} that stands on launchers.
 */
@AutoService(Processor.class)
@SupportedAnnotationTypes({"dev.negzero.annotations.*", "javax.annotation.processing.Generated"})
public final class NegzeroProcessor extends AbstractProcessor {
    /** What is unresolved in interfaces, by their qualified names: they are read again in the next round. */
    private final Map<String, String> deferred = new TreeMap<>();

    /** Interfaces that files were made for, by what tells their files apart on every file system. */
    private final Map<String, String> owners = new TreeMap<>();

    /** Whether types were generated after an interface was deferred. If none were, the compiler itself names what is missing. */
    private boolean typesCameLate;

    private Options options = Options.read(Map.of());
    private boolean optionsReported;

    /** For javac and its kin, which find it as a service. */
    public NegzeroProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Options.NAMES;
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        options = Options.read(environment.getOptions());
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        reportOptions();
        if (round.processingOver()) {
            reportUnresolved(round);
            return claims();
        }
        typesCameLate |= !deferred.isEmpty() && !round.getRootElements().isEmpty();
        Map<String, Reading> readings = new TreeMap<>();
        SpecReader reader = new SpecReader(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
        for (TypeElement type : types(round)) {
            guarded(type, () -> read(reader, type, readings));
        }
        lonelyHeaders(round);
        for (Reading reading : withoutNameClashes(readings)) {
            guarded(reading.type(), () -> generate(reading));
        }
        return claims();
    }

    /**
     * From javac, whose lint warns of annotations that no processor claims. Ecj has no such lint, and once all annotations are
     * claimed it calls no further processor in the round: one that generates what an interface names would come too late.
     */
    private boolean claims() {
        return !isEcj();
    }

    private boolean isEcj() {
        return processingEnv.getClass().getName().startsWith("org.eclipse.");
    }

    /** Once, however many rounds there are. A wrong option is no reason to keep findings about interfaces back. */
    private void reportOptions() {
        if (!optionsReported) {
            optionsReported = true;
            options.problems().forEach(reporter()::report);
        }
    }

    /**
     * Compilers report what is missing by themselves. Where types came late, ecj may find nothing missing after all although the
     * interface couldn't be read: without this it would be left out in silence.
     */
    private void reportUnresolved(RoundEnvironment round) {
        if (isEcj() && typesCameLate && !round.errorRaised()) {
            deferred.forEach((name, missing) -> reporter()
                    .report(processingEnv.getElementUtils().getTypeElement(name), Problem.UNRESOLVED, "name", missing));
        }
    }

    /** A header can be asked for only where there is something to specialise it to. */
    private void lonelyHeaders(RoundEnvironment round) {
        for (Element element : round.getElementsAnnotatedWith(DeviceHeader.class)) {
            if (element.getAnnotation(Collective.class) == null) {
                reporter().report((TypeElement) element, Problem.HEADER_ALONE, "name", element.getSimpleName());
            }
        }
    }

    /** Annotated types of this round and those that earlier rounds deferred, by name: not in the order of the sources. */
    private Iterable<TypeElement> types(RoundEnvironment round) {
        Map<String, TypeElement> types = new TreeMap<>();
        for (String name : deferred.keySet()) {
            types.put(name, processingEnv.getElementUtils().getTypeElement(name));
        }
        for (Element element : round.getElementsAnnotatedWith(Collective.class)) {
            TypeElement type = (TypeElement) element;
            types.put(type.getQualifiedName().toString(), type);
        }
        deferred.clear();
        return types.values();
    }

    private void read(SpecReader reader, TypeElement type, Map<String, Reading> readings) {
        String name = type.getQualifiedName().toString();
        try {
            readings.put(name, reader.read(type));
        } catch (UnresolvedException e) {
            deferred.put(name, String.valueOf(e.getMessage()));
        }
    }

    /** Reports interfaces whose files would be the same, also where a file system ignores case, and leaves them out. */
    private List<Reading> withoutNameClashes(Map<String, Reading> readings) {
        Map<String, String> clashes = new TreeMap<>();
        readings.forEach((name, reading) -> {
            String files = reading.spec().packageName() + "/" + reading.spec().flatName();
            String other = owners.putIfAbsent(files.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                clashes.put(name, other);
                clashes.putIfAbsent(other, name);
            }
        });
        List<Reading> rest = new ArrayList<>();
        readings.forEach((name, reading) -> {
            String other = clashes.get(name);
            if (other == null) {
                rest.add(reading);
            } else {
                reporter().report(reading.type(), Problem.SAME_FILES, "one", name, "other", other);
            }
        });
        return rest;
    }

    private void generate(Reading reading) {
        List<Finding> findings = RuleSet.check(reading.spec());
        findings.forEach(finding -> reporter().report(reading, finding));
        if (findings.stream().anyMatch(finding -> finding.problem().severity() == Severity.ERROR)) {
            return;
        }
        Tuning tuning = Tuning.shipped();
        KernelPlan plan = new KernelPlanner(tuning).plan(reading.spec());
        LamportRegionCheck.check(reading.spec(), plan)
                .forEach(finding -> reporter().report(reading, finding));
        CrossoverCheck.check(reading.spec(), plan, tuning)
                .forEach(finding -> reporter().report(reading, finding));
        GeneratedFiles files = GeneratedFiles.of(reading, plan);
        if (options.verbose()) {
            reporter().note(reading.type(), String.join("\n", PlanText.of(files.manifest())));
        }
        if (!options.dryRun()) {
            write(files, reading.type());
        }
    }

    private void write(GeneratedFiles files, TypeElement type) {
        try {
            if (options.nvcc().isPresent()) {
                BuildTimeBinaries compiler =
                        new BuildTimeBinaries(options.nvcc().get());
                files.writeBinaries(compiler, processingEnv.getFiler(), type);
            }
            files.write(processingEnv.getFiler(), type);
        } catch (OutputException e) {
            reporter().report(type, Problem.OUTPUT, "file", e.file(), "reason", e.reason());
        }
    }

    /** Turns a bug of ours into an error on the interface; javac would print a page of its own and stop. */
    private void guarded(TypeElement type, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            StackTraceElement[] trace = e.getStackTrace();
            String where = trace.length == 0 ? "" : " at " + trace[0];
            reporter().report(type, Problem.INTERNAL, "exception", e + where);
        }
    }

    private JavacReporter reporter() {
        return new JavacReporter(processingEnv.getMessager());
    }
}
