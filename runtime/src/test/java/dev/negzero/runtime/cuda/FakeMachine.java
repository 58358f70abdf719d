package dev.negzero.runtime.cuda;

import java.util.Map;
import java.util.TreeMap;

/** Allocations that processes of one machine have exported, each under the first word of its handle. */
final class FakeMachine {
    final Map<Long, FakeDriver> exporters = new TreeMap<>();
    final Map<Long, Long> allocations = new TreeMap<>();
    final Map<Long, Integer> importers = new TreeMap<>();

    synchronized int importers(FakeDriver exporter, long allocation) {
        return exporters.keySet().stream()
                .filter(key -> exporters.get(key) == exporter && allocations.get(key) == allocation)
                .mapToInt(key -> importers.getOrDefault(key, 0))
                .sum();
    }
}
