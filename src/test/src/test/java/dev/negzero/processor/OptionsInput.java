package dev.negzero.processor;

import java.util.Map;

/** Names and values as the processor's options: each that can't be is reported with its code, in one line. */
public final class OptionsInput {
    private OptionsInput() {}

    /** Reads the options. */
    public static void check(Map<String, String> given) {
        Options options = Options.read(given);
        long unknown = given.keySet().stream()
                .filter(name -> name.startsWith("negzero.") && !Options.NAMES.contains(name))
                .count();
        if (options.problems().size() < unknown
                || !options.problems().stream().allMatch(text -> text.matches("(?s)NZ[0-9]{3}: .*"))) {
            throw new AssertionError(given + " gave " + options);
        }
    }
}
