package dev.negzero.emit;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The device headers that ship, and which of them a plan needs. */
final class DeviceHeaders {
    private DeviceHeaders() {}

    /** Headers of a plan behind its platform header, each after what it includes. */
    static List<String> of(KernelPlan plan) {
        Set<Algorithm> used = EnumSet.noneOf(Algorithm.class);
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                used.add(variant.algorithm());
            }
        }
        Set<String> names = new LinkedHashSet<>();
        for (Algorithm algorithm : used) {
            addWithIncludes(fileOf(algorithm), names);
        }
        return new ArrayList<>(names);
    }

    /** The header that defines the kernel of an algorithm. */
    private static String fileOf(Algorithm algorithm) {
        return switch (algorithm) {
            case LAMPORT_ONE_SHOT -> "all_reduce_lamport.cuh";
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE -> "all_reduce_signal.cuh";
            case MAILBOX_ONE_SHOT -> "all_reduce_mailbox.cuh";
            case SIGNAL_BARRIER -> "barrier.cuh";
        };
    }

    private static void addWithIncludes(String name, Set<String> names) {
        if (name.startsWith("platform_")) {
            return;
        }
        for (String line : read(name).split("\n")) {
            if (isInclude(line)) {
                addWithIncludes(line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')), names);
            }
        }
        names.add(name);
    }

    /** A header's text without the lines that only matter when it is a file of its own. */
    static String body(String name) {
        return read(name)
                .lines()
                .filter(line -> !isInclude(line) && !line.equals("#pragma once"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static boolean isInclude(String line) {
        return line.startsWith("#include \"");
    }

    private static String read(String name) {
        String path = "/negzero/device/" + name;
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
