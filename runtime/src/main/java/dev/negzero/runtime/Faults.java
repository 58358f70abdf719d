package dev.negzero.runtime;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.signal.FaultRecord;
import java.time.Duration;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Turns what ranks reported into exceptions, with the names that a record has only numbers for. */
final class Faults {
    /** A method as people know it. */
    private record Named(String text, boolean rooted) {}

    private final Map<Integer, Named> methods = new ConcurrentHashMap<>();
    private final Duration deadline;

    Faults(Duration deadline) {
        this.deadline = deadline;
    }

    /** Makes a method known by its digest. */
    void name(MethodPlan method) {
        // Sender and receiver call different methods, which have one digest.
        String text = method.operation().isHandOff() ? "send or receive of " + method.dtype() : method.key();
        methods.put(method.digest(), new Named(text, method.operation().isRooted()));
    }

    CollectiveException exception(FaultRecord record, @Nullable Throwable cause) {
        return switch (record.kind()) {
            case TIMEOUT -> new CollectiveException(RuntimeProblem.TIMEOUT, record, timeout(record), cause);
            case MISMATCH -> new CollectiveException(RuntimeProblem.MISMATCH, record, mismatch(record), cause);
            case ABORT -> new CollectiveException(RuntimeProblem.ABORT, record, abort(record), cause);
        };
    }

    private String timeout(FaultRecord record) {
        return "rank " + record.rank() + where(record) + ", waiting at " + record.site() + " for " + deadline
                + " without word from " + ranks(record.missing());
    }

    private String mismatch(FaultRecord record) {
        return "call " + Integer.toUnsignedString(record.epoch()) + " of rank " + record.rank() + ": "
                + call(record) + ", of rank " + record.peer() + ": "
                + call(record.peerDigest(), record.peerCount(), record.peerRoot(), record.peerAlgorithm())
                + (differsInCountsOnly(record) ? ", with other counts of single ranks or pairs" : "");
    }

    /** What the record names is equal; of what it doesn't name only the counts enter a signature. */
    private static boolean differsInCountsOnly(FaultRecord record) {
        return record.digest() == record.peerDigest()
                && record.count() == record.peerCount()
                && record.root() == record.peerRoot()
                && record.algorithm() == record.peerAlgorithm();
    }

    private String abort(FaultRecord record) {
        return "rank " + record.rank() + where(record);
    }

    private String where(FaultRecord record) {
        if (record.digest() == 0) {
            return "";
        }
        return " in call " + Integer.toUnsignedString(record.epoch()) + ", " + call(record);
    }

    private String call(FaultRecord record) {
        return call(record.digest(), record.count(), record.root(), record.algorithm());
    }

    private String call(int digest, long count, int root, int algorithm) {
        Named method = methods.get(digest);
        String name = method == null ? String.format("a method with digest %08x", digest) : method.text();
        String rooted = method != null && method.rooted() ? ", root " + root : "";
        return name + " with count " + count + rooted + " by " + algorithm(algorithm);
    }

    private static String algorithm(int code) {
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.code() == code) {
                return algorithm.id();
            }
        }
        return "algorithm " + code;
    }

    private static String ranks(int mask) {
        StringJoiner text = new StringJoiner(", ", Integer.bitCount(mask) == 1 ? "rank " : "ranks ", "");
        for (int rank = 0; rank < Integer.SIZE; rank++) {
            if (((mask >>> rank) & 1) != 0) {
                text.add(Integer.toString(rank));
            }
        }
        return text.toString();
    }
}
