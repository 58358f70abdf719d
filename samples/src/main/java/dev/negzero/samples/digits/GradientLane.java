package dev.negzero.samples.digits;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import dev.negzero.runtime.CallInfo;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Rank;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One rank's end of the exchange: an opened launcher, the buffers that it works on, and a tally of which algorithm each
 * call took.
 *
 * @param <T> element type of the gradients
 */
final class GradientLane<T extends Element> implements AutoCloseable {
    private final Rank rank;
    private final GradientCalls<T> calls;
    private final Communicator communicator;
    private final DeviceBuffer<T> gradients;
    private final DeviceBuffer<F32> losses;
    private final Map<Algorithm, Integer> tally = new TreeMap<>();

    private GradientLane(Rank rank, GradientCalls<T> calls, Communicator communicator, DeviceBuffer<T> gradients) {
        this.rank = rank;
        this.calls = calls;
        this.communicator = communicator;
        this.gradients = gradients;
        this.losses = rank.buffer(F32.class, 1);
    }

    /**
     * Opens a generated launcher.
     *
     * @param rank the calling thread's rank
     * @param type element type of the gradients
     * @param open the launcher's own {@code open}
     * @param communicator its {@code communicator}
     */
    static <T extends Element, L extends GradientCalls<T>> GradientLane<T> open(
            Rank rank, Class<T> type, Function<Rank, L> open, Function<L, Communicator> communicator) {
        L launcher = open.apply(rank);
        return new GradientLane<>(rank, launcher, communicator.apply(launcher), rank.buffer(type, Mlp.PARAMETERS));
    }

    /**
     * Adds the ranks' gradients.
     *
     * @param gradient {@link Mlp#PARAMETERS} values of this rank, replaced by the sum over all
     */
    void sum(Protocol protocol, float[] gradient) {
        gradients.copyFrom(gradient);
        switch (protocol) {
            case AUTO -> calls.auto(gradients, gradients, gradient.length);
            case LAMPORT -> calls.lamport(gradients, gradients, gradient.length);
            case SIGNAL -> calls.signal(gradients, gradients, gradient.length);
            case MAILBOX -> calls.mailbox(gradients, gradients, gradient.length);
        }
        finish();
        gradients.copyTo(gradient);
    }

    /** Adds the ranks' losses. */
    float sum(float loss) {
        float[] value = {loss};
        losses.copyFrom(value);
        calls.loss(losses, losses, 1);
        finish();
        losses.copyTo(value);
        return value[0];
    }

    private void finish() {
        rank.synchronize();
        CallInfo call = Objects.requireNonNull(communicator.lastCall());
        tally.merge(call.algorithm(), 1, Integer::sum);
    }

    /** How often each algorithm ran since the last time this was asked. */
    Map<Algorithm, Integer> takeTally() {
        Map<Algorithm, Integer> taken = new TreeMap<>(tally);
        tally.clear();
        return taken;
    }

    @Override
    public void close() {
        gradients.close();
        losses.close();
        communicator.close();
    }
}
