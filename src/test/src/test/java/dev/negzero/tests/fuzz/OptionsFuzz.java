package dev.negzero.tests.fuzz;

import dev.negzero.cli.CommandInput;
import dev.negzero.processor.OptionsInput;
import dev.negzero.runtime.cuda.SettingsInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Any lines as what a user types: options of the processor, words of the command, settings of the runtime. */
public final class OptionsFuzz {
    private OptionsFuzz() {}

    /** One input: a byte that says what it is for, then lines. */
    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        String text = new String(data, 1, data.length - 1, StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        switch (data[0] & 3) {
            case 0 -> OptionsInput.check(pairs(lines));
            case 1 -> CommandInput.check(lines.toArray(String[]::new));
            case 2 -> SettingsInput.membership(pairs(lines));
            default -> {
                SettingsInput.devices(lines.get(0), lines.size());
                SettingsInput.cache(lines.get(0), pairs(lines));
            }
        }
    }

    /** {@code name=value} of each line; a line without a sign is a name with an empty value. */
    private static Map<String, String> pairs(List<String> lines) {
        Map<String, String> pairs = new HashMap<>();
        for (String line : lines) {
            int sign = line.indexOf('=');
            pairs.put(sign < 0 ? line : line.substring(0, sign), sign < 0 ? "" : line.substring(sign + 1));
        }
        return pairs;
    }
}
