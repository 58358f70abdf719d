package dev.negzero.tests.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is in the jars, and what they say that they need. */
class JarsIT {
    private static final String SERVICE = "javax.annotation.processing.Processor";
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>.*?<artifactId>(.*?)</artifactId>.*?</dependency>", Pattern.DOTALL);

    private static ModuleDescriptor descriptor(String module) {
        return ModuleFinder.of(Artifacts.jar(module))
                .findAll()
                .iterator()
                .next()
                .descriptor();
    }

    private static Set<String> entries(String module) throws IOException {
        try (JarFile jar = new JarFile(Artifacts.jar(module).toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String text(String module, String entry) throws IOException {
        try (JarFile jar = new JarFile(Artifacts.jar(module).toFile());
                var in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Dependencies that a user's build gets with an artifact. */
    private static List<String> published(String module) throws IOException {
        return DEPENDENCY
                .matcher(Files.readString(Artifacts.pom(module)))
                .results()
                .map(MatchResult::group)
                .filter(text -> !text.contains("<scope>provided</scope>")
                        && !text.contains("<scope>test</scope>")
                        && !text.contains("<optional>true</optional>"))
                .map(text -> text.replaceFirst("(?s).*?<artifactId>(.*?)</artifactId>.*", "$1"))
                .toList();
    }

    private static Set<String> required(String module) {
        return descriptor(module).requires().stream()
                .filter(requires -> !requires.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void modulesHaveDescriptorsAndNames() {
        assertEquals(
                List.of(
                        "dev.negzero.annotations",
                        "dev.negzero.kernel.templates",
                        "dev.negzero.runtime",
                        "dev.negzero.processor"),
                Artifacts.WITH_JARS.stream()
                        .map(JarsIT::descriptor)
                        .filter(descriptor -> !descriptor.isAutomatic())
                        .map(ModuleDescriptor::name)
                        .toList());
    }

    @Test
    void annotationsNeedNothing() throws IOException {
        assertEquals(Set.of("java.base"), required("annotations"));
        assertEquals(List.of(), published("annotations"));
    }

    @Test
    void theProcessorNeedsTheAnnotationsOnly() throws IOException {
        assertEquals(Set.of("dev.negzero.annotations", "java.base", "java.compiler"), required("processor"));
        assertEquals(List.of("negzero-annotations"), published("processor"));
    }

    @Test
    void theRuntimeNeedsTheKernelTemplatesAndGson() throws IOException {
        assertEquals(Set.of("dev.negzero.kernel.templates", "java.base"), required("runtime"));
        assertEquals(Set.of("com.google.gson", "dev.negzero.annotations", "java.base"), required("kernel-templates"));
        assertEquals(List.of("negzero-annotations", "negzero-kernel-templates", "gson"), published("runtime"));
    }

    @Test
    void descriptorAndServicesFileOfTheProcessorAgree() throws IOException {
        List<String> named =
                text("processor", "META-INF/services/" + SERVICE).lines().toList();
        assertEquals(
                named,
                descriptor("processor").provides().stream()
                        .filter(provides -> provides.service().equals(SERVICE))
                        .flatMap(provides -> provides.providers().stream())
                        .toList());
        assertTrue(text("processor", "META-INF/gradle/incremental.annotation.processors")
                .contains(named.get(0) + ",isolating"));
    }

    @Test
    void whatTheProcessorCarriesHasNamesOfItsOwn() throws IOException {
        Set<String> foreign = entries("processor").stream()
                .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
                .filter(name -> !name.startsWith("dev/negzero/processor/"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), foreign);
        assertTrue(entries("processor").contains("dev/negzero/processor/inside/javapoet/JavaFile.class"));
        assertTrue(text("processor", "META-INF/NOTICE").contains("JavaPoet"));
        assertTrue(text("processor", "META-INF/LICENSE").contains("Apache License"));
    }

    @Test
    void nothingOfTheBuildIsLeftInAJar() throws IOException {
        for (String module : Artifacts.WITH_JARS) {
            assertFalse(entries(module).contains("META-INF/jpms.args"), module);
        }
    }
}
