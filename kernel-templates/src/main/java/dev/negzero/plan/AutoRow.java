package dev.negzero.plan;

/**
 * One row of the AUTO table. Among the rows of the running architecture (of {@code any} if it has none), the first
 * whose {@code upToBytes} is at least the message's bytes wins; the last has {@link Long#MAX_VALUE}.
 *
 * @param arch {@code host}, {@code sm_90}, or {@code any} for architectures without rows of their own
 * @param upToBytes bytes of one rank's message, inclusive
 * @param algorithm what to run
 * @param evidence where the number was measured, or why it is a guess
 */
public record AutoRow(String arch, long upToBytes, Algorithm algorithm, String evidence) {}
