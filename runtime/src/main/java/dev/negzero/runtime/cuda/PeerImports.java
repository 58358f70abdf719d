package dev.negzero.runtime.cuda;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Allocations of peers that are mapped in this process, by their handles: each is mapped once, whoever asks for it. */
final class PeerImports {
    private final Driver driver;
    private final Map<String, Long> bases = new HashMap<>();

    PeerImports(Driver driver) {
        this.driver = driver;
    }

    /**
     * Where an allocation is mapped.
     *
     * @throws CudaException if the driver can't map it
     */
    synchronized long base(byte[] handle) {
        String name = HexFormat.of().formatHex(handle);
        Long known = bases.get(name);
        if (known != null) {
            return known;
        }
        long base = driver.importMemory(handle);
        bases.put(name, base);
        return base;
    }

    /** Gives all of them up. The calling thread uses the rank's context. */
    synchronized void close() {
        bases.values().forEach(driver::closeImport);
        bases.clear();
    }
}
