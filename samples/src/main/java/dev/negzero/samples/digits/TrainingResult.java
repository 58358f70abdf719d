package dev.negzero.samples.digits;

import java.util.List;

/**
 * What a training ended with.
 *
 * @param parameters final parameters of each rank
 * @param accuracy of rank 0's parameters on the held-out rows, 0..1
 */
public record TrainingResult(List<float[]> parameters, double accuracy) {
    /** Takes a copy of the list. */
    public TrainingResult {
        parameters = List.copyOf(parameters);
    }

    /** Whether all ranks hold the same bits. */
    public boolean ranksAgree() {
        return parameters.stream().allMatch(p -> sameBits(p, parameters.get(0)));
    }

    /** Whether rank 0 holds exactly these bits. */
    public boolean equalTo(float[] reference) {
        return sameBits(parameters.get(0), reference);
    }

    private static boolean sameBits(float[] left, float[] right) {
        boolean same = left.length == right.length;
        for (int i = 0; same && i < left.length; i++) {
            same = Float.floatToRawIntBits(left[i]) == Float.floatToRawIntBits(right[i]);
        }
        return same;
    }
}
