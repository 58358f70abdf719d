package dev.negzero.runtime.numeric;

/** Fresh seeds, printed so that a failure can be run again. */
final class Seeds {
    private Seeds() {}

    static long fresh() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        return seed;
    }
}
