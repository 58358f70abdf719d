package dev.negzero.runtime;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** This JVM's class path, for JVMs that lack something. */
public final class ClassPath {
    private ClassPath() {}

    /** The class path without the jars whose names match a pattern. */
    public static String without(String pattern) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().matches(pattern))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
