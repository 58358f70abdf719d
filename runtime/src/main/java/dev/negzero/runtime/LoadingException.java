package dev.negzero.runtime;

import org.jspecify.annotations.Nullable;

/** Something could not be loaded, opened or agreed on. The text starts with the code. */
public final class LoadingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String code;

    LoadingException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The stable code, NZ8xx. See {@link RuntimeProblem}. */
    public String code() {
        return code;
    }
}
