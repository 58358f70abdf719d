package dev.negzero.annotations;

/**
 * How a reduction combines the ranks' elements, always in rank order 0 .. n-1.
 *
 * <p>Before combining, -0.0 is read as +0.0, and a -0.0 result is written as +0.0; a NaN result is the type's one
 * positive quiet NaN. That makes the bits the same for every protocol, rank and message size.
 */
public enum ReduceOp {
    /** Sum. Integers wrap. */
    SUM,
    /** Product. Integers wrap. */
    PROD,
    /** Minimum; NaN if any rank's element is NaN. */
    MIN,
    /** Maximum; NaN if any rank's element is NaN. */
    MAX,
    /** Sum divided by the group size in the accumulation type, then rounded once. Floating-point types only. */
    AVG
}
