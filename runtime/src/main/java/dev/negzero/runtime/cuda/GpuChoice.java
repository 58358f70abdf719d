package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which GPU each rank runs on. */
final class GpuChoice {
    /** System property: numbers of GPUs, separated by commas; rank r takes the one at r modulo their number. */
    static final String PROPERTY = "negzero.devices";

    private GpuChoice() {}

    /**
     * The GPU of each rank.
     *
     * @param property value of {@link #PROPERTY}; null for all GPUs
     * @param ranks size of the group
     * @param devices GPUs that there are, at least 1
     * @throws dev.negzero.runtime.LoadingException NZ837 if the property names something else than GPUs
     */
    static List<Integer> of(@Nullable String property, int ranks, int devices) {
        List<Integer> named = new ArrayList<>();
        if (property == null) {
            for (int device = 0; device < devices; device++) {
                named.add(device);
            }
        } else {
            for (String part : property.split(",", -1)) {
                named.add(device(property, part.strip(), devices));
            }
        }
        List<Integer> choice = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            choice.add(named.get(rank % named.size()));
        }
        return choice;
    }

    private static int device(String property, String part, int devices) {
        if (!part.matches("[0-9]{1,4}") || Integer.parseInt(part) >= devices) {
            throw RuntimeProblem.DEVICES.loading(
                    "-D" + PROPERTY + "=" + property + ", GPUs here: 0 to " + (devices - 1));
        }
        return Integer.parseInt(part);
    }
}
