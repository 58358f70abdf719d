package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P4, P5 from a jar: of a super-interface there are class files alone, with or without the names of parameters. */
class CompiledParentTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";
    private static final String SUPER = "public interface Super<T extends Element> {\n"
            + "/** Sums. */ @AllReduce(op = ReduceOp.MAX, width = 4)\n"
            + "void reduce(DeviceBuffer<T> in, SymmetricBuffer<T> out, long count);\n"
            + "@Broadcast void spread(@Root int from, DeviceBuffer<T> inOut, long count);\n"
            + "@AllGather void gather(DeviceBuffer<T> in, DeviceBuffer<T> out, long[] counts);\n"
            + "default void twice(DeviceBuffer<T> inOut, long count) { spread(0, inOut, count); }\n"
            + "static void log() {}\n}\n";

    @TempDir
    private Path folder;

    private static JavaFileObject leaf(String parents) {
        return source(
                "com.acme.Leaf",
                IMPORTS + "@SuppressWarnings(\"negzero:NZ311\")\n@Collective(" + GOOD
                        + ")\npublic interface Leaf extends " + parents + " {}\n");
    }

    /** A jar with the classes of these sources of com.acme. */
    private File jar(List<String> options, String... sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String text : sources) {
            files.add(Files.writeString(
                    folder.resolve(text.replaceFirst("(?s)^.*?interface (\\w+).*$", "$1") + ".java"), IMPORTS + text));
        }
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-proc:none", "-d", classes.toString(), "-cp"));
        arguments.add(Compiled.CLASS_PATH.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator)));
        StringWriter out = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task =
                    compiler.getTask(out, manager, null, arguments, null, manager.getJavaFileObjectsFromPaths(files));
            assertTrue(task.call(), out::toString);
        }
        return pack(classes, folder.resolve("parents.jar")).toFile();
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            for (Path entry : found.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(entry).toString().replace(File.separatorChar, '/')));
                out.write(Files.readAllBytes(entry));
            }
        }
        return jar;
    }

    private static String calls(String launcher) {
        return launcher.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("public void") || line.startsWith("communicator()."))
                .filter(line -> !line.contains("close()"))
                .collect(Collectors.joining("\n"));
    }

    /** Kernels and manifest are those of the same interface in source. */
    @ParameterizedTest
    @ValueSource(strings = {"-g:none", "-g"})
    void methodsAreFoundAndTheTypeArgumentSubstituted(String option) throws IOException {
        Compiled fromSource = Compiled.of(leaf("Super<BF16>"), source("com.acme.Super", IMPORTS + SUPER))
                .assertSucceeds();
        Compiled fromJar = Compiled.against(jar(List.of(option), SUPER), leaf("Super<BF16>"))
                .assertSucceeds();
        for (String extension : List.of(".cu", ".hip.cpp", ".json")) {
            String path = "META-INF/negzero/com/acme/Leaf" + extension;
            assertEquals(fromSource.generated(path), fromJar.generated(path), path);
        }
    }

    /** Only javac reads them. */
    @Test
    void parametersHaveTheNamesThatClassesTell() throws IOException {
        Compiled compiled = Compiled.against(jar(List.of("-parameters"), SUPER), leaf("Super<BF16>"));
        assertEquals(List.of(), compiled.messages());
        String launcher = compiled.generated("com/acme/LeafLauncher.java");
        assertTrue(
                calls(launcher).contains("public void spread(int from, DeviceBuffer<BF16> inOut, long count) {"),
                launcher);
    }

    @Test
    void rootsCountsAndMarkersAreReadFromClasses() throws IOException {
        String launcher = Compiled.against(jar(List.of("-g:none"), SUPER), leaf("Super<BF16>"))
                .assertSucceeds()
                .generated("com/acme/LeafLauncher.java");
        assertEquals("""
                public void gather(DeviceBuffer<BF16> arg0, DeviceBuffer<BF16> arg1, long[] arg2) {
                communicator().allGather(0, arg0, arg1, arg2);
                public void reduce(DeviceBuffer<BF16> arg0, SymmetricBuffer<BF16> arg1, long arg2) {
                communicator().allReduce(1, arg0, arg1, arg2);
                public void spread(int arg0, DeviceBuffer<BF16> arg1, long arg2) {
                communicator().broadcast(2, arg1, arg2, arg0);""", calls(launcher));
    }

    @Test
    void aFaultStandsOnTheInterfaceOfThisCompilation() throws IOException {
        String method = "@AllReduce void sum(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);";
        String text = "Leaf.java:6: NZ214: the buffer's element type is not the method's dtype BF16; found"
                + " DeviceBuffer<F16> %s; write DeviceBuffer<BF16>, or set dtype = DType.F16 (in"
                + " sum(DeviceBuffer,DeviceBuffer,long), inherited from com.acme.Super)";
        Compiled.against(
                        jar(List.of("-g:none"), "public interface Super<T extends Element> { " + method + " }"),
                        leaf("Super<F16>"))
                .assertMessages(text.formatted("arg0"), text.formatted("arg1"));
    }

    /** One of the two in the jar, the other in this compilation: annotations of classes and of sources compare alike. */
    @Test
    void aDiamondAcrossTheJar() throws IOException {
        String method = "@AllReduce(op = ReduceOp.%s, dtype = DType.BF16) void sum(DeviceBuffer<BF16> in,"
                + " DeviceBuffer<BF16> out, long count); }";
        File jar = jar(List.of("-g:none"), "public interface Super { " + method.formatted("MAX"));
        JavaFileObject same = source("com.acme.Other", IMPORTS + "interface Other { " + method.formatted("MAX"));
        JavaFileObject other = source("com.acme.Other", IMPORTS + "interface Other { " + method.formatted("MIN"));
        Compiled.against(jar, leaf("Super, Other"), same).assertSucceeds();
        Compiled.against(jar, leaf("Super, Other"), other)
                .assertMessages("Leaf.java:6: NZ203: super-interfaces annotate one method differently; found"
                        + " sum(DeviceBuffer,DeviceBuffer,long) in com.acme.Other and com.acme.Super; override it in Leaf"
                        + " with the annotation that you mean (in sum(DeviceBuffer,DeviceBuffer,long), inherited from"
                        + " com.acme.Other)");
    }
}
