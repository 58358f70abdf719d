package dev.negzero.runtime.host;

/**
 * Which elements of a call go from which rank to which, where they stand in the sender's input and where they land in the
 * receiver's output. Exchanges only move what it says.
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
            case ONE -> call.operation().goes(from, to, call.root(), size) ? call.bytes() : 0;
            case PER_RANK -> (int) call.counts()[from] * call.elementBytes();
            case PER_PAIR -> (int) call.counts()[from * size + to] * call.elementBytes();
        };
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
        if (!call.operation().segmentsOutput()) {
            return 0;
        }
        int before = 0;
        for (int peer = 0; peer < from; peer++) {
            before += bytes(call, peer, to);
        }
        return before;
    }

    /** Whether a rank gets a reduction of its inputs. */
    static boolean reducesTo(Call call, int rank) {
        return call.operation().writes(rank, call.root());
    }
}
