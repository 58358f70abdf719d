package dev.negzero.cli;

import dev.negzero.emit.KernelManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a manifest by what a person would type: a file, a resource on the class path, or an interface's name. */
final class ManifestFinder {
    private static final String FOLDER = "META-INF/negzero/";
    private static final String ENDING = ".json";

    private ManifestFinder() {}

    /**
     * Reads a manifest.
     *
     * @param name a path, a resource, or {@code com.acme.Outer.Inner}
     * @throws IOException if there is none by this name, saying where it was looked for
     * @throws dev.negzero.emit.ManifestException if it can't be used
     */
    static KernelManifest find(String name) throws IOException {
        Optional<Path> file = file(name);
        if (file.isPresent()) {
            return KernelManifest.parse(text(file.get()));
        }
        List<String> resources = resources(name);
        for (String resource : resources) {
            String text = resource(resource);
            if (text != null) {
                return KernelManifest.parse(text);
            }
        }
        throw new IOException("no manifest '" + name + "': neither a file nor one of the resources " + resources);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is no manifest: its bytes are not UTF-8", e);
        }
    }

    private static Optional<Path> file(String name) {
        try {
            return Optional.of(Path.of(name)).filter(Files::isRegularFile);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The name itself, then as an interface: each dot may end the package or separate an outer type. */
    static List<String> resources(String name) {
        List<String> candidates = new ArrayList<>();
        if (name.endsWith(ENDING)) {
            candidates.add(name);
            return candidates;
        }
        String[] parts = name.split("\\.", -1);
        for (int types = 1; types <= parts.length; types++) {
            String[] outer = Arrays.copyOfRange(parts, 0, parts.length - types);
            String[] type = Arrays.copyOfRange(parts, parts.length - types, parts.length);
            candidates.add(FOLDER
                    + String.join("/", outer)
                    + (outer.length == 0 ? "" : "/")
                    + String.join("_", type)
                    + ENDING);
        }
        return candidates;
    }

    private static @Nullable String resource(String name) throws IOException {
        try (InputStream in = ManifestFinder.class.getClassLoader().getResourceAsStream(name)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
