package dev.negzero.samples.digits;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.samples.digits.Digits.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MlpTest {
    private static final List<Row> ROWS = Digits.load().train().subList(0, 12);
    private static final float WEIGHT = 1f / 12;

    private final Mlp mlp = new Mlp();

    /** The loss in double precision, written anew from the formula, so that it can be differenced. */
    private static double loss(float[] parameters, int changed, double by) {
        double sum = 0;
        for (Row row : ROWS) {
            double[] output = new double[10];
            for (int k = 0; k < 10; k++) {
                output[k] = at(parameters, 64 * 128 + 128 + 1280 + k, changed, by);
            }
            for (int j = 0; j < 128; j++) {
                double unit = at(parameters, 64 * 128 + j, changed, by);
                for (int i = 0; i < 64; i++) {
                    unit += row.pixels()[i] * at(parameters, i * 128 + j, changed, by);
                }
                for (int k = 0; k < 10; k++) {
                    output[k] += Math.max(0, unit) * at(parameters, 64 * 128 + 128 + j * 10 + k, changed, by);
                }
            }
            double exps = Arrays.stream(output).map(Math::exp).sum();
            sum += (Math.log(exps) - output[row.digit()]) / 12;
        }
        return sum;
    }

    private static double at(float[] parameters, int index, int changed, double by) {
        return parameters[index] + (index == changed ? by : 0);
    }

    @Test
    void lossAndGradientAgreeWithFiniteDifferences() {
        float[] parameters = Mlp.initial(5);
        float[] gradient = new float[Mlp.PARAMETERS];
        Arrays.fill(gradient, Float.NaN);
        float loss = mlp.gradient(parameters, ROWS, WEIGHT, gradient);
        assertEquals(loss(parameters, -1, 0), loss, 1e-5);
        int[] kinds = {0, 64 * 128, 64 * 128 + 128, 64 * 128 + 128 + 1280, Mlp.PARAMETERS};
        Random random = new Random(17);
        double h = 1e-6;
        for (int kind = 0; kind + 1 < kinds.length; kind++) {
            for (int n = 0; n < 25; n++) {
                int i = kinds[kind] + random.nextInt(kinds[kind + 1] - kinds[kind]);
                double slope = (loss(parameters, i, h) - loss(parameters, i, -h)) / (2 * h);
                assertEquals(slope, gradient[i], 1e-5, "parameter " + i);
            }
        }
    }

    @Test
    void noRowsGiveNoGradient() {
        float[] gradient = new float[Mlp.PARAMETERS];
        Arrays.fill(gradient, Float.NaN);
        assertEquals(0f, mlp.gradient(Mlp.initial(1), List.of(), WEIGHT, gradient));
        assertArrayEquals(new float[Mlp.PARAMETERS], gradient);
    }

    @Test
    void aSeedFixesTheParameters() {
        assertEquals(9610, Mlp.PARAMETERS);
        assertArrayEquals(Mlp.initial(3), Mlp.initial(3));
        assertTrue(!Arrays.equals(Mlp.initial(3), Mlp.initial(4)));
    }

    @Test
    void theLargestOutputIsThePrediction() {
        float[] parameters = new float[Mlp.PARAMETERS];
        parameters[Mlp.PARAMETERS - 3] = 1;
        assertEquals(7, mlp.predict(parameters, new float[64]));
        List<Row> rows = List.of(new Row(new float[64], 7), new Row(new float[64], 1));
        assertEquals(0.5, mlp.accuracy(parameters, rows));
    }
}
