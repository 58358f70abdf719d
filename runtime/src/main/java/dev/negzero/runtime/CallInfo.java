package dev.negzero.runtime;

import dev.negzero.plan.Algorithm;

/**
 * How a call was issued.
 *
 * @param method the method's key: name and erased parameter types
 * @param algorithm what carries it out
 * @param bytes of one segment: what one rank sends to another, at most
 * @param epoch number of the call within its launcher and rank, unsigned; never 0
 */
public record CallInfo(String method, Algorithm algorithm, long bytes, int epoch) {}
