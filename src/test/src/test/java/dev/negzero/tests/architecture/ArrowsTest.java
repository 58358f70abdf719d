package dev.negzero.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which part may know which: annotations, then spec, plan, emit; processor and runtime on top, apart from each other. */
class ArrowsTest {
    private static final String ANNOTATIONS = "dev.negzero.annotations..";
    private static final String SPEC = "dev.negzero.spec..";
    private static final String PLAN = "dev.negzero.plan..";
    private static final String EMIT = "dev.negzero.emit..";
    private static final String PROCESSOR = "dev.negzero.processor..";
    private static final String RUNTIME = "dev.negzero.runtime..";
    private static final String CUDA = "dev.negzero.runtime.cuda..";
    private static final String SAMPLES = "dev.negzero.samples..";
    private static final String CLI = "dev.negzero.cli..";
    private static final String[] LANGUAGE = {"java..", "org.jspecify.."};
    private static final String JSON = "com.google.gson..";
    private static final String[] BINDINGS = {"jcuda..", "com.sun.jna..", "com.kenai.jffi.."};

    private static final JavaClasses NEGZERO = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.negzero");

    private static void knowsOnly(String part, String... others) {
        String[] allowed = Stream.of(Stream.of(part), Stream.of(others), Stream.of(LANGUAGE))
                .flatMap(names -> names)
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(part)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(NEGZERO);
    }

    @Test
    void annotationsKnowNothing() {
        knowsOnly(ANNOTATIONS);
    }

    @Test
    void specKnowsAnnotations() {
        knowsOnly(SPEC, ANNOTATIONS);
    }

    @Test
    void planKnowsSpec() {
        knowsOnly(PLAN, SPEC, ANNOTATIONS);
    }

    @Test
    void emitKnowsPlan() {
        knowsOnly(EMIT, PLAN, SPEC, ANNOTATIONS, JSON);
    }

    @Test
    void processorKnowsKernelTemplatesAndJavac() {
        knowsOnly(
                PROCESSOR,
                EMIT,
                PLAN,
                SPEC,
                ANNOTATIONS,
                "javax.annotation.processing..",
                "javax.lang.model..",
                "javax.tools..",
                "com.palantir.javapoet..",
                "com.google.auto.service..");
    }

    @Test
    void runtimeKnowsAnnotationsAndTheManifest() {
        knowsOnly(RUNTIME, ANNOTATIONS, PLAN, EMIT, SPEC, BINDINGS[0], BINDINGS[1], BINDINGS[2], "javax.crypto..");
    }

    /** Whoever has no GPU needs none of JCuda, JNA and jffi on the class path. */
    @Test
    void onlyTheCudaEngineKnowsItsBindings() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CUDA)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(BINDINGS)
                .check(NEGZERO);
    }

    @Test
    void nothingKnowsTheSamplesButTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackages(SAMPLES, CLI)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SAMPLES, CLI)
                .check(NEGZERO);
        noClasses()
                .that()
                .resideInAPackage(SAMPLES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, PROCESSOR)
                .check(NEGZERO);
    }

    @Test
    void partsFormNoCycle() {
        slices().matching("dev.negzero.(*)..").should().beFreeOfCycles().check(NEGZERO);
    }
}
