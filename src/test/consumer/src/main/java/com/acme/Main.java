package com.acme;

import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.util.Arrays;

/** Prints what each of two ranks received. */
public final class Main {
    private Main() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        String[] lines = new String[2];
        try (Group group = Group.open(lines.length)) {
            group.run(rank -> lines[rank.index()] = line(rank));
        }
        for (String line : lines) {
            System.out.println(line);
        }
    }

    private static String line(Rank rank) {
        float[] values = {1 + rank.index(), 10, -0.5f};
        try (var sums = SumsLauncher.open(rank);
                var in = rank.buffer(F32.class, values.length);
                var out = rank.buffer(F32.class, values.length)) {
            in.copyFrom(values);
            sums.sum(in, out, values.length);
            rank.synchronize();
            out.copyTo(values);
        }
        return "rank " + rank.index() + " received " + Arrays.toString(values);
    }
}
