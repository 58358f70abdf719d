package dev.negzero.processor;

import dev.negzero.spec.Problem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The processor's options, as a build passes them with {@code -A}.
 *
 * @param verbose whether the plan of each interface is printed as a note
 * @param dryRun whether interfaces are checked and planned, but nothing is written
 * @param nvcc path of the CUDA compiler that makes kernel binaries at build time, if one is to
 * @param problems messages about options that don't exist or can't have their value
 */
record Options(boolean verbose, boolean dryRun, Optional<String> nvcc, List<String> problems) {
    private static final String PREFIX = "negzero.";
    private static final String VERBOSE = PREFIX + "verbose";
    private static final String DRY_RUN = PREFIX + "dryRun";
    private static final String NVCC = PREFIX + "nvcc";

    /** The options that exist. */
    static final Set<String> NAMES = Set.of(VERBOSE, DRY_RUN, NVCC);

    /**
     * Reads the options.
     *
     * @param given names and values as the compiler passes them, other processors' included; a value is null where the option
     *     has none
     */
    static Options read(Map<String, String> given) {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(given).forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !NAMES.contains(name)) {
                problems.add(Problem.UNKNOWN_OPTION.text("option", name, "nearest", Nearest.to(name, NAMES)));
            }
        });
        return new Options(
                flag(given, VERBOSE, problems), flag(given, DRY_RUN, problems), path(given, problems), problems);
    }

    /** Present without a value means true. */
    private static boolean flag(Map<String, String> given, String name, List<String> problems) {
        if (!given.containsKey(name)) {
            return false;
        }
        String value = given.get(name);
        if (value == null || value.equals("true")) {
            return true;
        }
        if (!value.equals("false")) {
            problems.add(Problem.OPTION_VALUE.text(
                    "option", name, "value", "=" + value, "allowed", "-A" + name + " or -A" + name + "=false"));
        }
        return false;
    }

    private static boolean isProgram(String path) {
        try {
            return Files.isRegularFile(Path.of(path)) && Files.isExecutable(Path.of(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static Optional<String> path(Map<String, String> given, List<String> problems) {
        if (!given.containsKey(NVCC)) {
            return Optional.empty();
        }
        String value = given.get(NVCC);
        if (value == null || value.isBlank()) {
            problems.add(Problem.OPTION_VALUE.text("option", NVCC, "value", "", "allowed", "-A" + NVCC + "=PATH"));
            return Optional.empty();
        }
        if (!isProgram(value)) {
            problems.add(Problem.OPTION_VALUE.text(
                    "option", NVCC, "value", "=" + value, "allowed", "-A" + NVCC + "=PATH of a program"));
            return Optional.empty();
        }
        return Optional.of(value);
    }
}
