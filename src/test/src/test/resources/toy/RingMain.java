package com.acme;

import dev.negzero.runtime.BF16;
import dev.negzero.runtime.CollectiveException;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.I8;
import dev.negzero.runtime.Rank;
import java.util.Arrays;
import java.util.Random;

/** Shifts random bits round a ring of four ranks, again and again, and compares each call with a plain loop. */
public final class RingMain {
    private static final int RANKS = 4;
    private static final int CALLS = 60;
    private static final int MOST = 3000;

    private RingMain() {}

    /** Takes the seed. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        try (Group group = Group.open(RANKS)) {
            group.run(rank -> {
                try (RingLauncher ring = RingLauncher.open(rank);
                        TrustedRingLauncher trusted = TrustedRingLauncher.open(rank)) {
                    shorts(rank, ring, new Random(seed));
                    bytes(rank, trusted, new Random(seed + 1));
                }
            });
            disagree(group);
        }
        System.out.println("as a plain loop");
    }

    private static int before(Rank rank) {
        return (rank.index() + RANKS - 1) % RANKS;
    }

    private static void shorts(Rank rank, RingLauncher ring, Random random) {
        try (DeviceBuffer<BF16> in = rank.symmetricBuffer(BF16.class, MOST);
                DeviceBuffer<BF16> out = rank.buffer(BF16.class, MOST)) {
            for (int call = 0; call < CALLS; call++) {
                int count = 1 + random.nextInt(call % 3 == 0 ? MOST : 40);
                boolean inPlace = random.nextBoolean();
                short[][] inputs = new short[RANKS][MOST];
                for (short[] input : inputs) {
                    for (int i = 0; i < MOST; i++) {
                        input[i] = (short) random.nextInt();
                    }
                }
                short[] expected = new short[MOST];
                Arrays.fill(expected, (short) 0x5A5A);
                DeviceBuffer<BF16> to = inPlace ? in : out;
                out.copyFrom(expected);
                in.copyFrom(inputs[rank.index()]);
                if (inPlace) {
                    expected = inputs[rank.index()].clone();
                }
                System.arraycopy(inputs[before(rank)], 0, expected, 0, count);
                switch (call % 3) {
                    case 0 -> ring.auto(in, to, count);
                    case 1 -> ring.signal(in, to, count);
                    default -> ring.triples(in, to, count);
                }
                short[] received = new short[MOST];
                to.copyTo(received);
                require(Arrays.equals(expected, received), "call " + call + " with count " + count);
            }
        }
    }

    /** One rank is slow. It hears from one peer only, and the one that it hears from hears nothing from it. */
    private static void bytes(Rank rank, Ring ring, Random random) {
        int count = 1 + random.nextInt(300);
        byte[][] inputs = new byte[RANKS][count];
        for (byte[] input : inputs) {
            random.nextBytes(input);
        }
        try (DeviceBuffer<I8> buffer = rank.buffer(I8.class, count)) {
            buffer.copyFrom(inputs[rank.index()]);
            for (int call = 0; call < RANKS * CALLS + 1; call++) {
                for (int i = 0; rank.index() == 2 && i < 200; i++) {
                    Thread.yield();
                }
                ring.pairs(buffer, buffer, count);
            }
            byte[] received = new byte[count];
            buffer.copyTo(received);
            require(Arrays.equals(inputs[before(rank)], received), "shifts of bytes");
        }
    }

    /** Ranks that shift different counts are told. */
    private static void disagree(Group group) {
        try {
            group.run(rank -> {
                try (RingLauncher ring = RingLauncher.open(rank);
                        DeviceBuffer<BF16> buffer = rank.buffer(BF16.class, 8)) {
                    ring.triples(buffer, buffer, 7 + rank.index() % 2);
                    rank.synchronize();
                }
            });
        } catch (CollectiveException e) {
            require(String.valueOf(e.getMessage()).startsWith("NZ702"), e.getMessage());
            return;
        }
        throw new AssertionError("nobody was told");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
