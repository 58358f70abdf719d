package dev.negzero.emit;

/** A manifest that can't be used; the message says where and why. */
public final class ManifestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong. */
    public ManifestException(String message) {
        super(message);
    }
}
