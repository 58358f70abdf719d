package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;

/** Which algorithms a method may use: one kernel is made for each. */
final class Algorithms {
    /** Below this many ranks two shots move as many bytes as one, for twice the latency. */
    private static final int TWO_SHOT_RANKS = 3;

    private Algorithms() {}

    static List<Algorithm> of(MethodSpec method, int groupSize) {
        List<Algorithm> all = new ArrayList<>();
        for (Algorithm algorithm : candidates(method)) {
            boolean asked = method.protocol() == Protocol.AUTO || method.protocol() == algorithm.protocol();
            if (asked && carries(method, algorithm, groupSize)) {
                all.add(algorithm);
            }
        }
        return all;
    }

    private static List<Algorithm> candidates(MethodSpec method) {
        Operation operation = method.operation();
        if (!operation.hasData()) {
            return List.of(Algorithm.SIGNAL_BARRIER);
        }
        boolean chunks = operation.ways().inChunks();
        List<Algorithm> all = new ArrayList<>();
        if (operation.ways().byLamport()) {
            all.add(Algorithm.LAMPORT_ONE_SHOT);
            if (chunks) {
                all.add(Algorithm.LAMPORT_TWO_SHOT);
            }
        }
        all.add(Algorithm.SIGNAL_ONE_STAGE);
        if (chunks) {
            all.add(Algorithm.SIGNAL_TWO_STAGE);
        }
        all.add(triples(method) ? Algorithm.MAILBOX_TRIPLES : Algorithm.MAILBOX_ONE_SHOT);
        return all;
    }

    /**
     * Triples carry 6 bytes a word where pairs carry 4; only a pack of 16 bytes needs fewer of them. Hand-offs have a mailbox
     * of their own, of pairs.
     */
    private static boolean triples(MethodSpec method) {
        return method.protocol() == Protocol.MAILBOX
                && !method.operation().isHandOff()
                && method.dtype().bytes() == 2
                && method.packBytes() == 16;
    }

    private static boolean carries(MethodSpec method, Algorithm algorithm, int groupSize) {
        boolean twoShot = algorithm == Algorithm.LAMPORT_TWO_SHOT;
        return (algorithm.protocol() != Protocol.LAMPORT || method.dtype().isFloat())
                && (!twoShot || groupSize >= TWO_SHOT_RANKS);
    }
}
