package dev.negzero.runtime;

/** A wrong argument; nothing was enqueued. The text starts with the code. */
public final class ArgumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String code;

    ArgumentException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** The stable code, NZ6xx. See {@link RuntimeProblem}. */
    public String code() {
        return code;
    }
}
