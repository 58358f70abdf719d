package dev.negzero.processor.read;

/**
 * The source names something that doesn't exist yet: another processor may still generate it. If it never comes, javac
 * reports it at its place, so the processor says nothing.
 */
public final class UnresolvedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnresolvedException(String what) {
        super(what);
    }
}
