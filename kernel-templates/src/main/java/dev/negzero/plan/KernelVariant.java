package dev.negzero.plan;

/**
 * One kernel entry point.
 *
 * @param algorithm what it runs
 * @param entryPoint its {@code extern "C"} name
 * @param limitBytes longest message in bytes that it can carry; {@link Long#MAX_VALUE} when it has no limit
 * @param shape how it is launched
 */
public record KernelVariant(Algorithm algorithm, String entryPoint, long limitBytes, LaunchShape shape) {}
