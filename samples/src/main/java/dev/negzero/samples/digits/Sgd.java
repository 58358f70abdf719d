package dev.negzero.samples.digits;

/** Gradient descent with momentum. Equal gradients in equal order give equal bits. */
public final class Sgd {
    private static final float RATE = 0.1f;
    private static final float MOMENTUM = 0.9f;

    private final float[] velocity = new float[Mlp.PARAMETERS];

    /**
     * One step.
     *
     * @param parameters changed in place
     * @param gradient the batch's mean gradient
     */
    public void step(float[] parameters, float[] gradient) {
        for (int i = 0; i < parameters.length; i++) {
            velocity[i] = MOMENTUM * velocity[i] + gradient[i];
            parameters[i] -= RATE * velocity[i];
        }
    }
}
