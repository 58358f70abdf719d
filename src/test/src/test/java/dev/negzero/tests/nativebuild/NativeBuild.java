package dev.negzero.tests.nativebuild;

import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Native builds of a plan's kernels with the harness, in a folder of their own. */
final class NativeBuild {
    /** What a build watches for. */
    enum Sanitizer {
        NONE("-O2"),
        THREAD("-O1", "-fsanitize=thread"),
        ADDRESS("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all");

        private final List<String> flags;

        Sanitizer(String... flags) {
            this.flags = List.of(flags);
        }
    }

    private static final Duration COMPILE_LIMIT = Duration.ofMinutes(5);
    private static final List<String> FLAGS = List.of("-g1", "-pthread", "-Wall", "-Wextra", "-Werror");

    private final Path folder;
    private final Sanitizer sanitizer;
    private final String compiler;

    private NativeBuild(Path folder, Sanitizer sanitizer, String compiler) {
        this.folder = folder;
        this.sanitizer = sanitizer;
        this.compiler = compiler;
    }

    /** Writes the sources of a plan into {@code target/native/<name>}; nothing is compiled yet. */
    static NativeBuild of(String name, KernelPlan plan, Sanitizer sanitizer) {
        String compiler = Tools.require("clang-19").toString();
        Path folder = Path.of("target", "native", name).toAbsolutePath();
        try {
            NativeSources.write(plan, folder);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write native sources", e);
        }
        return new NativeBuild(folder, sanitizer, compiler);
    }

    Path folder() {
        return folder;
    }

    /** Compiles one source of the folder, with more flags; returns the object file's name. */
    String compile(String source, String... flags) {
        String object = source.replaceAll("[.]cpp$", ".o");
        List<String> arguments = new ArrayList<>(List.of("-c", source, "-o", object));
        arguments.addAll(List.of(flags));
        Run.of(COMPILE_LIMIT, folder, command(arguments)).expectSuccess();
        return object;
    }

    /** Compiles sources, two at a time, and links them into a program. */
    Path link(String program, String... sources) {
        List<String> objects =
                Stream.of(sources).parallel().map(s -> compile(s)).toList();
        return linkObjects(program, objects);
    }

    /** Links object files into a program. */
    Path linkObjects(String program, List<String> objects) {
        List<String> arguments = new ArrayList<>(objects);
        arguments.addAll(List.of("-o", program));
        Run.of(COMPILE_LIMIT, folder, command(arguments)).expectSuccess();
        return folder.resolve(program);
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(compiler, "--driver-mode=g++"));
        command.addAll(Platform.HOST.flags());
        command.addAll(sanitizer.flags);
        command.addAll(FLAGS);
        command.addAll(arguments);
        return command;
    }
}
