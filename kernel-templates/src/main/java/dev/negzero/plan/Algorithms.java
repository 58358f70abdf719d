package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.MethodSpec;
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
        Algorithm mailbox = triples(method) ? Algorithm.MAILBOX_TRIPLES : Algorithm.MAILBOX_ONE_SHOT;
        return switch (method.operation()) {
            case ALL_REDUCE ->
                List.of(
                        Algorithm.LAMPORT_ONE_SHOT,
                        Algorithm.LAMPORT_TWO_SHOT,
                        Algorithm.SIGNAL_ONE_STAGE,
                        Algorithm.SIGNAL_TWO_STAGE,
                        mailbox);
            case REDUCE_SCATTER -> List.of(Algorithm.LAMPORT_ONE_SHOT, Algorithm.SIGNAL_ONE_STAGE, mailbox);
            case BROADCAST -> List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.SIGNAL_TWO_STAGE, mailbox);
            case REDUCE, ALL_GATHER, SCATTER, GATHER, ALL_TO_ALL -> List.of(Algorithm.SIGNAL_ONE_STAGE, mailbox);
            case SEND, RECEIVE -> List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.MAILBOX_ONE_SHOT);
            case BARRIER -> List.of(Algorithm.SIGNAL_BARRIER);
        };
    }

    /** Triples carry 6 bytes a word where pairs carry 4; only a pack of 16 bytes needs fewer of them. */
    private static boolean triples(MethodSpec method) {
        return method.protocol() == Protocol.MAILBOX && method.dtype().bytes() == 2 && method.packBytes() == 16;
    }

    private static boolean carries(MethodSpec method, Algorithm algorithm, int groupSize) {
        boolean twoShot = algorithm == Algorithm.LAMPORT_TWO_SHOT;
        return (algorithm.protocol() != Protocol.LAMPORT || method.dtype().isFloat())
                && (!twoShot || groupSize >= TWO_SHOT_RANKS);
    }
}
