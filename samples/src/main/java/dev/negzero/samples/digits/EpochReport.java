package dev.negzero.samples.digits;

import dev.negzero.plan.Algorithm;
import java.util.Map;

/**
 * What an epoch came to.
 *
 * @param epoch from 1
 * @param loss mean over the epoch's batches
 * @param accuracy on the held-out rows, 0..1
 * @param calls how often rank 0's collectives took each algorithm
 */
public record EpochReport(int epoch, double loss, double accuracy, Map<Algorithm, Integer> calls) {}
