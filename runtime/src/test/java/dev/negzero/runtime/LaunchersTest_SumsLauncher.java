package dev.negzero.runtime;

/** Stands for a generated launcher. */
public final class LaunchersTest_SumsLauncher implements LaunchersTest.Sums {
    final Rank rank;

    private LaunchersTest_SumsLauncher(Rank rank) {
        this.rank = rank;
    }

    public static LaunchersTest_SumsLauncher open(Rank rank) {
        rank.synchronize();
        return new LaunchersTest_SumsLauncher(rank);
    }
}
