package dev.negzero.runtime.engine;

/**
 * What an engine is opened with.
 *
 * @param size number of ranks
 * @param deadlineNanos bound of every single wait for a peer
 * @param probe sees ranks pass points; {@link Probe#NONE} outside tests
 */
public record EngineSetup(int size, long deadlineNanos, Probe probe) {}
