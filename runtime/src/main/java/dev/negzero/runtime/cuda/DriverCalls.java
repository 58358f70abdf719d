package dev.negzero.runtime.cuda;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The driver's functions of the launch path, mapped directly: half of what a launch through JCuda costs. JCuda has no
 * {@code cuLaunchKernelEx} at all.
 */
final class DriverCalls {
    private DriverCalls() {}

    /** Binds the functions; before any of them is called. */
    static void bind(NativeLibrary driver) {
        Native.register(DriverCalls.class, driver);
    }

    static native int cuLaunchKernelEx(long config, long function, long parameters, long extra);

    static native int cuCtxSetCurrent(long context);

    static native int cuStreamQuery(long stream);

    static native int cuEventQuery(long event);

    static native int cuGraphLaunch(long graphExec, long stream);
}
