package dev.negzero.runtime.host;

import dev.negzero.spec.Operation;

/**
 * Which elements of a call go from which rank to which, where they stand in the sender's input and where they land in the
 * receiver's output. The one place of the engine that tells the operations apart; exchanges only move what it says.
 *
 * <p>All numbers are bytes; places are relative to where the call's input or output starts. A rank's own segment is one
 * that goes from it to itself.
 */
final class Segments {
    private final int size;

    Segments(int size) {
        this.size = size;
    }

    /** Bytes that go from one rank to another, or to itself; 0 if nothing does. */
    int bytes(Call call, int from, int to) {
        return switch (call.method().counts()) {
            case ONE -> goes(call, from, to) ? call.bytes() : 0;
            case PER_RANK -> (int) call.counts()[from] * call.elementBytes();
            case PER_PAIR -> (int) call.counts()[from * size + to] * call.elementBytes();
        };
    }

    private static boolean goes(Call call, int from, int to) {
        return switch (call.operation()) {
            case BROADCAST, SCATTER -> from == call.root();
            case REDUCE, GATHER -> to == call.root();
            default -> true;
        };
    }

    /** Whether anything goes from a rank to any other. */
    boolean sendsAny(Call call, int from) {
        for (int to = 0; to < size; to++) {
            if (to != from && bytes(call, from, to) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Where in the input of {@code from} the elements for {@code to} begin. */
    int inAt(Call call, int from, int to) {
        if (!call.operation().segmentsInput()) {
            return 0;
        }
        return switch (call.method().counts()) {
            case ONE -> to * call.bytes();
            case PER_RANK -> throw new IllegalStateException("counts for each rank say nothing of each pair");
            case PER_PAIR -> {
                int before = 0;
                for (int peer = 0; peer < to; peer++) {
                    before += bytes(call, from, peer);
                }
                yield before;
            }
        };
    }

    /** Where in the output of {@code to} the elements of {@code from} land. */
    int outAt(Call call, int from, int to) {
        return switch (call.operation()) {
            case ALL_GATHER, GATHER, ALL_TO_ALL -> {
                int before = 0;
                for (int peer = 0; peer < from; peer++) {
                    before += bytes(call, peer, to);
                }
                yield before;
            }
            default -> 0;
        };
    }

    /** Whether a rank gets a reduction of its inputs. */
    static boolean reducesTo(Call call, int rank) {
        return call.operation() != Operation.REDUCE || call.root() == rank;
    }
}
