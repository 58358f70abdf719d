package dev.negzero.runtime;

/** A call at a wrong time; nothing was enqueued. The text starts with the code. */
public final class StateException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String code;

    StateException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** The stable code, NZ6xx. See {@link RuntimeProblem}. */
    public String code() {
        return code;
    }
}
