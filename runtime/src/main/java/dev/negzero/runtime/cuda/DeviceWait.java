package dev.negzero.runtime.cuda;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of a host thread for the device. They end because every wait in a kernel is bounded, also after an interrupt. */
final class DeviceWait {
    private static final int SPINS = 20_000;
    private static final long PAUSE_NANOS = 20_000;

    private DeviceWait() {}

    /**
     * Waits until something is done.
     *
     * @param interrupted what to do when the thread is interrupted, so that the device is done sooner
     * @return whether it was interrupted; then it is again
     */
    static boolean interruptedIn(BooleanSupplier done, Runnable interrupted) {
        boolean pending = false;
        for (int round = 0; !done.getAsBoolean(); round++) {
            if (Thread.interrupted()) {
                pending = true;
                interrupted.run();
            }
            if (round < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        if (pending) {
            Thread.currentThread().interrupt();
        }
        return pending;
    }
}
