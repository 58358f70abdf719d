package dev.negzero.samples.digits;

import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import dev.negzero.samples.digits.Digits.Row;
import java.util.Arrays;
import java.util.List;

/** Data-parallel training: the same loop on every rank, which meets the others only in the generated all-reduce. */
public final class Training {
    private final Digits digits;
    private final TrainingOptions options;
    private final TrainingListener listener;
    private final Schedule schedule;

    private Training(Digits digits, TrainingOptions options, TrainingListener listener) {
        this.digits = digits;
        this.options = options;
        this.listener = listener;
        this.schedule = new Schedule(digits.train(), options.ranks(), options.seed());
    }

    /**
     * Trains on a group of its own.
     *
     * @param digits the rows
     * @param options what to train
     * @param listener told of progress
     * @throws dev.negzero.runtime.CollectiveException if a rank fails or isn't heard from in time
     */
    public static TrainingResult run(Digits digits, TrainingOptions options, TrainingListener listener) {
        Training training = new Training(digits, options, listener);
        float[][] parameters = new float[options.ranks()][];
        try (Group group = Group.open(options.ranks())) {
            listener.open(group.engine());
            group.run(rank -> parameters[rank.index()] = training.train(rank));
        }
        return new TrainingResult(Arrays.asList(parameters), new Mlp().accuracy(parameters[0], digits.test()));
    }

    private float[] train(Rank rank) {
        float[] parameters = Mlp.initial(options.seed());
        Sgd sgd = new Sgd(options.epochs() * schedule.steps());
        try (GradientLane<?> lane = open(rank)) {
            for (int epoch = 0; epoch < options.epochs(); epoch++) {
                double loss = epoch(rank, lane, epoch, parameters, sgd);
                if (rank.index() == 0) {
                    double accuracy = new Mlp().accuracy(parameters, digits.test());
                    listener.epoch(new EpochReport(epoch + 1, loss, accuracy, lane.takeTally()));
                }
            }
        }
        return parameters;
    }

    private GradientLane<?> open(Rank rank) {
        return switch (options.wire()) {
            case F32 -> Gradients.openF32(rank);
            case BF16 -> Gradients.openBf16(rank);
        };
    }

    /** One pass over the rows; returns the mean of the batches' losses. */
    private double epoch(Rank rank, GradientLane<?> lane, int epoch, float[] parameters, Sgd sgd) {
        Mlp mlp = new Mlp();
        float[] gradient = new float[Mlp.PARAMETERS];
        double losses = 0;
        int step = 0;
        for (List<Row> batch : schedule.epoch(epoch)) {
            List<Row> shard = schedule.shard(batch, rank.index());
            float loss = mlp.gradient(parameters, shard, 1f / batch.size(), gradient);
            lane.sum(options.protocol(), gradient);
            losses += lane.sum(loss);
            sgd.step(parameters, gradient);
            step++;
            if (rank.index() == 0) {
                listener.step(epoch + 1, step, schedule.steps());
            }
        }
        return losses / schedule.steps();
    }
}
