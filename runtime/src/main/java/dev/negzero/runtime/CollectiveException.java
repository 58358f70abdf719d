package dev.negzero.runtime;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.signal.FaultRecord;
import org.jspecify.annotations.Nullable;

/**
 * Ranks failed each other: one did not come within the deadline, made another call, or its own code failed. Every rank of
 * the group gets one, at once or at its next call, and the group refuses further calls until {@link Group#reset}.
 */
public final class CollectiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient FaultRecord record;

    CollectiveException(RuntimeProblem problem, FaultRecord record, String found, @Nullable Throwable cause) {
        super(problem.message(found), cause);
        this.code = problem.code();
        this.record = record;
    }

    /** The stable code, NZ7xx. See {@link RuntimeProblem}. */
    public String code() {
        return code;
    }

    /** Why the reporting rank gave up. */
    public FaultKind kind() {
        return record.kind();
    }

    /** The rank that reported. */
    public int rank() {
        return record.rank();
    }

    /** Epoch of its call, unsigned; 0 outside any call. */
    public int epoch() {
        return record.epoch();
    }

    /** The wait that it gave up in. */
    public FaultSite site() {
        return record.site();
    }

    /** Bit p is set when it had not heard from peer p. */
    public int missingMask() {
        return record.missing();
    }

    /** Everything it reported. */
    public FaultRecord record() {
        return record;
    }
}
