package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;
import dev.negzero.runtime.engine.Memory;
import java.nio.ByteBuffer;

/**
 * One rank's way between the JVM and its GPU: two pinned buffers that are filled and emptied in turn, and a pinned copy of
 * the rank's control region, taken behind each transfer, so that faults show.
 */
final class Stage {
    private static final int PART = 1 << 20;

    private final CudaRank rank;
    private final Driver driver;
    private final Driver.Pinned[] parts = new Driver.Pinned[2];
    private final long[] ready = new long[2];
    private final Driver.Pinned control;
    private final KernelFaults faults;

    /** Allocates the buffers; the calling thread uses the rank's context. */
    Stage(CudaRank rank, Driver driver, KernelFaults faults) {
        this.rank = rank;
        this.driver = driver;
        this.faults = faults;
        try (Undo taken = new Undo()) {
            for (int i = 0; i < 2; i++) {
                parts[i] = pinned(PART, taken);
                long event = driver.createEvent(false);
                taken.with(() -> driver.destroyEvent(event));
                ready[i] = event;
            }
            control = pinned(ControlLayout.TOTAL, taken);
            taken.keep();
        }
    }

    private Driver.Pinned pinned(int bytes, Undo taken) {
        Driver.Pinned memory = driver.allocatePinned(bytes);
        taken.with(() -> driver.freePinned(memory));
        return memory;
    }

    /** Fills a range of device memory, behind everything issued to the rank; returns when it is done. */
    synchronized void write(long address, long length, Memory.Window window) {
        rank.use();
        for (long done = 0; done < length; done += PART) {
            int half = (int) (done / PART) & 1;
            int bytes = (int) Math.min(PART, length - done);
            rank.await(() -> driver.happened(ready[half]));
            window.transfer(parts[half].bytes(), 0, done, bytes);
            driver.copyIn(address + done, parts[half], 0, bytes, rank.stream());
            driver.record(ready[half], rank.stream());
        }
        rank.drain();
    }

    /** Reads a range of device memory, behind everything issued to the rank. */
    synchronized void read(long address, long length, Memory.Window window) {
        rank.use();
        awaitBacklog();
        fetch(address, 0, length);
        fetch(address, PART, length);
        for (long done = 0; done < length; done += PART) {
            int half = (int) (done / PART) & 1;
            rank.await(() -> driver.happened(ready[half]));
            window.transfer(parts[half].bytes(), 0, done, (int) Math.min(PART, length - done));
            fetch(address, done + 2 * PART, length);
        }
        rank.drain();
    }

    private void fetch(long address, long from, long length) {
        if (from < length) {
            int half = (int) (from / PART) & 1;
            driver.copyOut(parts[half], 0, address + from, Math.min(PART, length - from), rank.stream());
            driver.record(ready[half], rank.stream());
        }
    }

    /** Waits for everything issued to the rank, and takes in what its own control region then shows. */
    synchronized void drain() {
        rank.use();
        awaitBacklog();
        copyControl();
        if (control.bytes().getInt(ControlLayout.FAULT_SUMMARY) != 0) {
            int published = publishedRecords();
            // Again: a record is whole only if its flag was there before the copy began.
            copyControl();
            faults.merge(control.bytes(), published);
        }
    }

    private void copyControl() {
        driver.copyOut(control, 0, rank.control(), ControlLayout.TOTAL, rank.stream());
        awaitStream();
    }

    /** In front of a copy to the host: waits for what was issued to the rank if that is better done before. */
    private void awaitBacklog() {
        if (rank.backlog().takeMany()) {
            awaitStream();
        }
    }

    private void awaitStream() {
        rank.await(() -> driver.done(rank.stream()));
    }

    private int publishedRecords() {
        ByteBuffer bytes = control.bytes();
        int mask = 0;
        for (int writer = 0; writer < ControlLayout.MAX_RANKS; writer++) {
            int at = ControlLayout.FAULT_RECORDS + writer * ControlLayout.FAULT_RECORD_BYTES;
            mask |= bytes.getInt(at + ControlLayout.RECORD_FLAG) != 0 ? 1 << writer : 0;
        }
        return mask;
    }

    /** Frees the buffers; no transfer runs any more. */
    void close() {
        for (int i = 0; i < 2; i++) {
            driver.freePinned(parts[i]);
            driver.destroyEvent(ready[i]);
        }
        driver.freePinned(control);
    }
}
