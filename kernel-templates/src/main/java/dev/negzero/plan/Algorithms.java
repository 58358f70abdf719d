package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.MethodSpec;
import java.util.ArrayList;
import java.util.List;

/** Which algorithms a method may use: one kernel is made for each. */
final class Algorithms {
    private Algorithms() {}

    static List<Algorithm> of(MethodSpec method) {
        List<Algorithm> all = new ArrayList<>();
        for (Algorithm algorithm : candidates(method)) {
            boolean asked = method.protocol() == Protocol.AUTO || method.protocol() == algorithm.protocol();
            if (asked && carries(method, algorithm)) {
                all.add(algorithm);
            }
        }
        return all;
    }

    private static List<Algorithm> candidates(MethodSpec method) {
        Algorithm mailbox = Algorithm.MAILBOX_ONE_SHOT;
        return switch (method.operation()) {
            case ALL_REDUCE ->
                List.of(Algorithm.LAMPORT_ONE_SHOT, Algorithm.SIGNAL_ONE_STAGE, Algorithm.SIGNAL_TWO_STAGE, mailbox);
            case REDUCE_SCATTER -> List.of(Algorithm.LAMPORT_ONE_SHOT, Algorithm.SIGNAL_ONE_STAGE, mailbox);
            case BROADCAST -> List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.SIGNAL_TWO_STAGE, mailbox);
            case REDUCE, ALL_GATHER, SCATTER, GATHER, ALL_TO_ALL -> List.of(Algorithm.SIGNAL_ONE_STAGE, mailbox);
            case SEND, RECEIVE -> List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.MAILBOX_ONE_SHOT);
            case BARRIER -> List.of(Algorithm.SIGNAL_BARRIER);
        };
    }

    private static boolean carries(MethodSpec method, Algorithm algorithm) {
        return algorithm.protocol() != Protocol.LAMPORT || method.dtype().isFloat();
    }
}
