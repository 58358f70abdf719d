package dev.negzero.runtime;

import dev.negzero.runtime.engine.Probe;
import java.util.Random;

/** Holds ranks back at random points by work, not by sleep. */
final class Spin implements Probe {
    private final Random[] random;
    private final int oneIn;
    private volatile long sink;

    /** @param oneIn how seldom, per point */
    Spin(int ranks, long seed, int oneIn) {
        random = new Random[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            random[rank] = new Random(seed + rank);
        }
        this.oneIn = oneIn;
    }

    @Override
    public void at(Point point, int rank) {
        if (random[rank].nextInt(oneIn) == 0) {
            long work = random[rank].nextInt(20_000);
            long mixed = sink;
            for (long i = 0; i < work; i++) {
                mixed = mixed * 31 + i;
            }
            sink = mixed;
        }
    }
}
