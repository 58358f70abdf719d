package dev.negzero.samples.digits;

import dev.negzero.annotations.Protocol;

/**
 * What to train.
 *
 * @param ranks {@value #MIN_RANKS}..{@value #MAX_RANKS}
 * @param wire type in which gradients travel
 * @param protocol how they travel
 * @param epochs passes over the rows, at least 1
 * @param seed of the initial parameters and of the order of the rows
 */
public record TrainingOptions(int ranks, Wire wire, Protocol protocol, int epochs, long seed) {
    /** Fewest ranks that there is an interface for. */
    public static final int MIN_RANKS = 2;
    /** Most ranks that there is an interface for. */
    public static final int MAX_RANKS = 8;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the value and its range
     */
    public TrainingOptions {
        if (ranks < MIN_RANKS || ranks > MAX_RANKS) {
            throw new IllegalArgumentException("ranks must be " + MIN_RANKS + ".." + MAX_RANKS + ", found " + ranks);
        }
        if (epochs < 1) {
            throw new IllegalArgumentException("epochs must be at least 1, found " + epochs);
        }
    }
}
