package dev.negzero.samples.digits;

import dev.negzero.samples.digits.Digits.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A perceptron 64-128-10 with one ReLU layer and softmax cross-entropy, on plain arrays. All parameters lie in one
 * array, so that a gradient is one message:
 *
 * <pre>
 * hidden weights [64][128], hidden biases [128], output weights [128][10], output biases [10]
 * </pre>
 *
 * Every operation has a fixed order and {@link StrictMath}'s result, so equal inputs give equal bits on every machine. An
 * instance holds the activations of one row and serves one thread.
 */
public final class Mlp {
    /** Hidden units. */
    public static final int HIDDEN = 128;

    private static final int HIDDEN_BIAS = Digits.PIXELS * HIDDEN;
    private static final int OUTPUT = HIDDEN_BIAS + HIDDEN;
    private static final int OUTPUT_BIAS = OUTPUT + HIDDEN * Digits.CLASSES;

    /** Parameters of the network: 9610. */
    public static final int PARAMETERS = OUTPUT_BIAS + Digits.CLASSES;

    private final float[] hidden = new float[HIDDEN];
    private final float[] hiddenError = new float[HIDDEN];
    private final float[] output = new float[Digits.CLASSES];

    /**
     * Initial parameters: weights uniform within the root of 6 / inputs, biases zero.
     *
     * @param seed equal seeds give equal bits
     */
    public static float[] initial(long seed) {
        Random random = new Random(seed);
        float[] parameters = new float[PARAMETERS];
        uniform(random, parameters, 0, HIDDEN_BIAS, Digits.PIXELS);
        uniform(random, parameters, OUTPUT, OUTPUT_BIAS, HIDDEN);
        return parameters;
    }

    private static void uniform(Random random, float[] into, int from, int to, int inputs) {
        float bound = (float) Math.sqrt(6.0 / inputs);
        for (int i = from; i < to; i++) {
            into[i] = (2 * random.nextFloat() - 1) * bound;
        }
    }

    /**
     * Gradient and loss of some rows.
     *
     * @param parameters {@link #PARAMETERS} values
     * @param rows what to learn, perhaps none
     * @param weight what each row counts: 1 / batch size, so that the shards' gradients add up to the batch's mean
     * @param gradient {@link #PARAMETERS} values, overwritten
     * @return the weighted sum of the rows' losses
     */
    public float gradient(float[] parameters, List<Row> rows, float weight, float[] gradient) {
        Arrays.fill(gradient, 0);
        float loss = 0;
        for (Row row : rows) {
            forward(parameters, row.pixels());
            loss += weight * softmaxLoss(row.digit());
            backward(parameters, row, weight, gradient);
        }
        return loss;
    }

    /** The digit that the network sees in a picture. */
    public int predict(float[] parameters, float[] pixels) {
        forward(parameters, pixels);
        int best = 0;
        for (int k = 1; k < Digits.CLASSES; k++) {
            if (output[k] > output[best]) {
                best = k;
            }
        }
        return best;
    }

    /** Share of rows, 0..1, whose digit the network names. */
    public double accuracy(float[] parameters, List<Row> rows) {
        long right = rows.stream()
                .filter(row -> predict(parameters, row.pixels()) == row.digit())
                .count();
        return (double) right / rows.size();
    }

    private void forward(float[] parameters, float[] pixels) {
        System.arraycopy(parameters, HIDDEN_BIAS, hidden, 0, HIDDEN);
        for (int i = 0; i < Digits.PIXELS; i++) {
            for (int j = 0; j < HIDDEN; j++) {
                hidden[j] += pixels[i] * parameters[i * HIDDEN + j];
            }
        }
        System.arraycopy(parameters, OUTPUT_BIAS, output, 0, Digits.CLASSES);
        for (int j = 0; j < HIDDEN; j++) {
            hidden[j] = Math.max(0, hidden[j]);
            for (int k = 0; k < Digits.CLASSES; k++) {
                output[k] += hidden[j] * parameters[OUTPUT + j * Digits.CLASSES + k];
            }
        }
    }

    /** Turns the outputs into probabilities and returns the cross-entropy against the digit. */
    private float softmaxLoss(int digit) {
        float max = output[0];
        for (float value : output) {
            max = Math.max(max, value);
        }
        double sum = 0;
        double[] powers = new double[Digits.CLASSES];
        for (int k = 0; k < Digits.CLASSES; k++) {
            powers[k] = StrictMath.exp(output[k] - max);
            sum += powers[k];
        }
        float loss = (float) (StrictMath.log(sum) - (output[digit] - max));
        for (int k = 0; k < Digits.CLASSES; k++) {
            output[k] = (float) (powers[k] / sum);
        }
        return loss;
    }

    private void backward(float[] parameters, Row row, float weight, float[] gradient) {
        for (int k = 0; k < Digits.CLASSES; k++) {
            output[k] = weight * (output[k] - (k == row.digit() ? 1 : 0));
            gradient[OUTPUT_BIAS + k] += output[k];
        }
        for (int j = 0; j < HIDDEN; j++) {
            int from = OUTPUT + j * Digits.CLASSES;
            float error = 0;
            for (int k = 0; k < Digits.CLASSES; k++) {
                error += output[k] * parameters[from + k];
                gradient[from + k] += output[k] * hidden[j];
            }
            hiddenError[j] = hidden[j] > 0 ? error : 0;
            gradient[HIDDEN_BIAS + j] += hiddenError[j];
        }
        for (int i = 0; i < Digits.PIXELS; i++) {
            for (int j = 0; j < HIDDEN; j++) {
                gradient[i * HIDDEN + j] += row.pixels()[i] * hiddenError[j];
            }
        }
    }
}
