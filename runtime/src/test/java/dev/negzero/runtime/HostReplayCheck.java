package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;

/** Compares on the host, behind a copy. */
final class HostReplayCheck implements ReplayCheck {
    private static final int LONGEST_SPINS = 1000;

    private final Rank rank;
    private final List<DeviceBuffer<?>> outs;
    private final ReplayTape[] tapes;

    HostReplayCheck(Rank rank, List<DeviceBuffer<?>> outs, int slots) {
        this.rank = rank;
        this.outs = outs;
        tapes = new ReplayTape[slots];
    }

    @Override
    public void keep(int slot, ReplayTape tape) {
        tapes[slot] = tape;
    }

    @Override
    public void delay(double share) {
        for (int spins = (int) (share * LONGEST_SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void prepare(int slot, int set, List<DeviceBuffer<?>> ins) {
        for (int plan = 0; plan < outs.size(); plan++) {
            ReplayTape.Image image = tapes[slot].image(set, plan, rank.index());
            if (image.in().length > 0) {
                ins.get(plan).copyFrom(image.in());
                outs.get(plan).copyFrom(image.before());
            }
        }
    }

    @Override
    public void check(int slot, int set) {
        for (int plan = 0; plan < outs.size(); plan++) {
            byte[] expected = tapes[slot].image(set, plan, rank.index()).after();
            byte[] found = new byte[expected.length];
            if (found.length > 0) {
                outs.get(plan).copyTo(found);
            }
            int at = Arrays.mismatch(expected, found);
            if (at >= 0) {
                fail("byte " + at + " of rank " + rank.index() + " is " + found[at] + ", not " + expected[at] + ": "
                        + tapes[slot].writer(plan, rank.index(), at));
            }
        }
    }

    @Override
    public void end() {}

    @Override
    public String place() {
        return "host";
    }
}
