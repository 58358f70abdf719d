package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.processor.NegzeroProcessor;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** User code in a named module: {@code @Generated} is in java.compiler, which a module need not read. */
class ModuleTest {
    @TempDir
    private Path folder;

    /** Compiles one interface in a module with this body, and gives the launcher's annotations. */
    private List<String> annotations(String module) throws IOException {
        Path info = Files.writeString(folder.resolve("module-info.java"), "module acme {" + module + "}");
        Path sums = Files.writeString(
                folder.resolve("Sums.java"),
                "package com.acme;\n"
                        + "import dev.negzero.annotations.*;\n@Collective(" + GOOD
                        + ")\npublic interface Sums { @Barrier void meet(); }\n");
        List<String> options = List.of(
                "-d",
                folder.toString(),
                "-cp",
                Compiled.CLASS_PATH.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator)),
                "--add-reads",
                "acme=ALL-UNNAMED");
        StringWriter out = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = compiler.getTask(out, files, null, options, null, files.getJavaFileObjects(info, sums));
            task.setProcessors(List.of(new NegzeroProcessor()));
            assertEquals(true, task.call(), out::toString);
        }
        return Files.readAllLines(folder.resolve("com/acme/SumsLauncher.java")).stream()
                .filter(line -> line.startsWith("@"))
                .toList();
    }

    @Test
    void withJavaCompiler() throws IOException {
        assertEquals(
                List.of("@Generated(\"dev.negzero.processor.NegzeroProcessor\")", "@SuppressWarnings(\"exports\")"),
                annotations("requires java.compiler;"));
    }

    @Test
    void withoutJavaCompiler() throws IOException {
        assertEquals(List.of(), annotations(""));
    }
}
