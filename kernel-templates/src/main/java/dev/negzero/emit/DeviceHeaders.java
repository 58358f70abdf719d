package dev.negzero.emit;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The device headers that ship, and which of them a plan needs. */
final class DeviceHeaders {
    private static final String FOLDER = "/negzero/device/";

    /** Read once: a compilation may hold a thousand interfaces. They are resources, and don't change. */
    private static final Map<String, Header> HEADERS = new ConcurrentHashMap<>();

    /** Which names are headers; a name that is none is looked for once, too. */
    private static final Map<String, Boolean> EXIST = new ConcurrentHashMap<>();

    /**
     * A header as the emitters take it.
     *
     * @param includes names of the headers that it includes
     * @param body its text without the lines that only matter when it is a file of its own
     * @param section the body behind a title
     */
    private record Header(List<String> includes, String body, String section) {}

    private DeviceHeaders() {}

    /** Headers of a plan behind its platform header, each after what it includes. */
    static List<String> of(KernelPlan plan) {
        Set<String> files = new TreeSet<>();
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                files.add(fileOf(method.operation(), variant.algorithm()));
            }
        }
        return withIncludes(files);
    }

    /** Headers of the primitives, without any kernel, each after what it includes. */
    static List<String> primitives() {
        return withIncludes(List.of("lamport.cuh", "primitives.cuh"));
    }

    private static List<String> withIncludes(Collection<String> files) {
        Set<String> names = new LinkedHashSet<>();
        files.forEach(file -> addWithIncludes(file, names));
        return new ArrayList<>(names);
    }

    /**
     * The header that defines the kernel of an algorithm for an operation: a file for each operation and protocol, or one for
     * the operation where there is none for the protocol. Hand-offs share theirs.
     */
    private static String fileOf(Operation operation, Algorithm algorithm) {
        String stem = operation.isHandOff() ? "hand_off" : operation.id();
        String ofProtocol = stem + "_" + protocol(algorithm) + ".cuh";
        return exists(ofProtocol) ? ofProtocol : stem + ".cuh";
    }

    private static boolean exists(String name) {
        return EXIST.computeIfAbsent(name, file -> DeviceHeaders.class.getResource(FOLDER + file) != null);
    }

    private static String protocol(Algorithm algorithm) {
        return algorithm.protocol().name().toLowerCase(Locale.ROOT);
    }

    private static void addWithIncludes(String name, Set<String> names) {
        if (name.startsWith("platform_")) {
            return;
        }
        read(name).includes().forEach(included -> addWithIncludes(included, names));
        names.add(name);
    }

    /** A header's text without the lines that only matter when it is a file of its own. */
    static String body(String name) {
        return read(name).body();
    }

    /** The same behind a title. */
    static String section(String name) {
        return read(name).section();
    }

    private static Header read(String name) {
        return HEADERS.computeIfAbsent(name, DeviceHeaders::parse);
    }

    private static Header parse(String name) {
        String text = load(name);
        List<String> includes = text.lines()
                .filter(DeviceHeaders::isInclude)
                .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
                .toList();
        String body = text.lines()
                .filter(line -> !isInclude(line) && !line.equals("#pragma once"))
                .collect(Collectors.joining("\n", "", "\n"));
        return new Header(includes, body, "\n// ======== " + name + " ========\n" + body);
    }

    private static boolean isInclude(String line) {
        return line.startsWith("#include \"");
    }

    private static String load(String name) {
        String path = FOLDER + name;
        try (InputStream in = DeviceHeaders.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("device header " + path + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("device header " + path + " can't be read", e);
        }
    }
}
