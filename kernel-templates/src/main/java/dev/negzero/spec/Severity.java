package dev.negzero.spec;

/** How bad a finding is. */
public enum Severity {
    /** Nothing is generated. */
    ERROR,
    /** Generated all the same; {@code @SuppressWarnings("negzero:NZ...")} on the type or method silences it. */
    WARNING
}
