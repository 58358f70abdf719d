package dev.negzero.processor;

import java.io.IOException;

/** A generated file that the compiler's filer refused or couldn't write. */
final class OutputException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String file;

    OutputException(String file, IOException cause) {
        super(cause);
        this.file = file;
    }

    String file() {
        return file;
    }

    String reason() {
        Throwable cause = getCause();
        return cause == null || cause.getMessage() == null ? "no reason given" : cause.getMessage();
    }
}
