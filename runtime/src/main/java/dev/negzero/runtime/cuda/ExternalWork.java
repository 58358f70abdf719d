package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;

/** How a rank gets on with other libraries on its GPU: their memory, and the order of their streams and its own. */
final class ExternalWork {
    private final Driver driver;
    private final Gpu gpu;
    private final long stream;
    /** Puts streams of others before or behind the own one. */
    private final long order;

    /** The calling thread uses the context of the GPU. */
    ExternalWork(Driver driver, Gpu gpu, long stream) {
        this.driver = driver;
        this.gpu = gpu;
        this.stream = stream;
        order = driver.createEvent(false);
    }

    /** Refuses what isn't memory of the rank's GPU. */
    void requireOwn(long address, int rank) {
        driver.use(gpu.context());
        int owner = driver.owner(address);
        if (owner != gpu.ordinal()) {
            throw RuntimeProblem.EXTERNAL_MEMORY.argument(String.format(
                    "address 0x%x, which is %s; rank %d is on %s",
                    address, owner < 0 ? "no device memory" : "on GPU " + owner, rank, gpu));
        }
    }

    /** What the rank issues from now on starts when what another stream holds now is done. */
    synchronized void waitFor(long other) {
        driver.use(gpu.context());
        driver.record(order, other);
        driver.waitFor(order, stream);
    }

    /** What is issued to another stream from now on starts when what the rank has issued so far is done. */
    synchronized void letWait(long other) {
        driver.use(gpu.context());
        driver.record(order, stream);
        driver.waitFor(order, other);
    }

    /** Ends it; the calling thread uses the context of the GPU. */
    void close() {
        driver.destroyEvent(order);
    }
}
