package dev.negzero.runtime.cuda;

/** This machine, or this class path, has no GPU to run on; the message lists what was looked for. */
public final class CudaUnavailable extends Exception {
    private static final long serialVersionUID = 1L;

    CudaUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    CudaUnavailable(String message) {
        super(message);
    }
}
