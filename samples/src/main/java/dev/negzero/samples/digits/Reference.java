package dev.negzero.samples.digits;

import dev.negzero.samples.digits.Digits.Row;
import java.util.List;

/**
 * The same training in one thread, without negzero: it computes the gradient of each rank's shard and adds them in rank
 * order. What the ranks end with must equal its parameters bit for bit.
 */
public final class Reference {
    private static final int NAN = 0x7FC00000;

    private Reference() {}

    /**
     * Trains.
     *
     * @param digits the rows
     * @param options how many shards, and so on; the protocol makes no difference
     * @return the final parameters
     */
    public static float[] train(Digits digits, TrainingOptions options) {
        Schedule schedule = new Schedule(digits.train(), options.ranks(), options.seed());
        Mlp mlp = new Mlp();
        Sgd sgd = new Sgd(options.epochs() * schedule.steps());
        float[] parameters = Mlp.initial(options.seed());
        float[][] gradients = new float[options.ranks()][Mlp.PARAMETERS];
        for (int epoch = 0; epoch < options.epochs(); epoch++) {
            for (List<Row> batch : schedule.epoch(epoch)) {
                for (int rank = 0; rank < options.ranks(); rank++) {
                    mlp.gradient(parameters, schedule.shard(batch, rank), 1f / batch.size(), gradients[rank]);
                }
                sgd.step(parameters, sum(gradients, options.wire()));
            }
        }
        return parameters;
    }

    /**
     * Element-wise sum over ranks as the all-reduce defines it: values are rounded to the wire's type when they are
     * sent, added in F32 in rank order, -0.0 read as +0.0, and rounded once.
     *
     * @param gradients one array per rank, all of one length
     * @param wire type in which they travel
     */
    static float[] sum(float[][] gradients, Wire wire) {
        float[] sums = new float[gradients[0].length];
        for (int i = 0; i < sums.length; i++) {
            float sum = sent(gradients[0][i], wire);
            for (int rank = 1; rank < gradients.length; rank++) {
                sum += sent(gradients[rank][i], wire);
            }
            sums[i] = sent(sum, wire);
        }
        return sums;
    }

    private static float sent(float value, Wire wire) {
        if (Float.isNaN(value)) {
            return Float.intBitsToFloat(NAN);
        }
        float rounded = wire == Wire.BF16 ? toBf16(value) : value;
        return rounded == 0 ? 0f : rounded;
    }

    /** To the nearest value whose lower 16 bits are zero, ties to even; overflow carries into infinity. */
    private static float toBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        int even = (bits >>> 16) & 1;
        return Float.intBitsToFloat((bits + 0x7FFF + even) & 0xFFFF0000);
    }
}
