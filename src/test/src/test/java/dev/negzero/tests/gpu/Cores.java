package dev.negzero.tests.gpu;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;

/** Binds threads to cores, as mpirun binds processes: two ranks that spin in turns on one core measure the scheduler. */
final class Cores {
    private interface LibC extends Library {
        int sched_setaffinity(int thread, NativeLong maskBytes, long[] mask);
    }

    private static final LibC LIBC = Native.load("c", LibC.class);

    private Cores() {}

    /** Binds the calling thread to one of the first 64 cores; Linux only. */
    static void bind(int core) {
        int status = LIBC.sched_setaffinity(0, new NativeLong(Long.BYTES), new long[] {1L << core});
        if (status != 0) {
            throw new IllegalStateException("sched_setaffinity to core " + core + " returned " + status);
        }
    }
}
