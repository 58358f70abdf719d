package dev.negzero.samples.digits;

/**
 * Gradient descent with momentum; the step size falls linearly to zero over the training, so that the last epochs
 * settle. Equal gradients in equal order give equal bits.
 */
public final class Sgd {
    private static final float RATE = 0.1f;
    private static final float MOMENTUM = 0.9f;

    private final float[] velocity = new float[Mlp.PARAMETERS];
    private final int steps;
    private int done;

    /**
     * Before the first step.
     *
     * @param steps steps of the whole training
     */
    public Sgd(int steps) {
        this.steps = steps;
    }

    /**
     * One step.
     *
     * @param parameters changed in place
     * @param gradient the batch's mean gradient
     */
    public void step(float[] parameters, float[] gradient) {
        float rate = RATE * (steps - done) / steps;
        for (int i = 0; i < parameters.length; i++) {
            velocity[i] = MOMENTUM * velocity[i] + gradient[i];
            parameters[i] -= rate * velocity[i];
        }
        done++;
    }
}
