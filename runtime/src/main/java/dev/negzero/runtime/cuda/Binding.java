package dev.negzero.runtime.cuda;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.ToLongFunction;
import jcuda.LibUtils;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/** Binds the driver, once a process: finds it, loads JCuda's native part, initialises. */
final class Binding {
    /** The driver's library. */
    private static final List<String> LIBRARIES = List.of("libcuda.so.1", "libcuda.so");
    /** Work queues of the device. With fewer than there are streams, two ranks would share one and wait for each other. */
    private static final String CONNECTIONS = "CUDA_DEVICE_MAX_CONNECTIONS";

    private static final int MOST_CONNECTIONS = 32;
    private static @Nullable Driver driver;

    private Binding() {}

    /**
     * The driver.
     *
     * @throws CudaUnavailable if this process can't have it; the message says what was looked for
     */
    static synchronized Driver open() throws CudaUnavailable {
        Driver bound = driver;
        if (bound == null) {
            requireClasses();
            bound = Natives.bind();
            driver = bound;
        }
        return bound;
    }

    /**
     * Refuses a machine that plainly has no driver, without loading anything native.
     *
     * @throws CudaUnavailable with what was looked for
     */
    static synchronized void requireTraces() throws CudaUnavailable {
        requireClasses();
        if (driver == null && !DriverTraces.here().found()) {
            throw new CudaUnavailable("no NVIDIA driver; looked for " + DriverTraces.LOOKED);
        }
    }

    /**
     * Binds the launch path's functions.
     *
     * @param addresses where they are, by their names; throws an {@link UnsatisfiedLinkError} for one that isn't there
     * @throws CudaUnavailable if a function or jffi's native part is missing
     */
    static DriverCalls calls(ToLongFunction<String> addresses) throws CudaUnavailable {
        try {
            return new DriverCalls(addresses);
        } catch (LinkageError e) {
            // jffi's message is a whole stack trace.
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new CudaUnavailable(
                    "the launch path can't be called, for which the driver must be of CUDA 11.8 or newer, and"
                            + " com.github.jnr:jffi with classifier native on the class path: " + reason,
                    e);
        }
    }

    private static void requireClasses() throws CudaUnavailable {
        requireClass("com.sun.jna.Native", "net.java.dev.jna:jna");
        requireClass("com.kenai.jffi.Invoker", "com.github.jnr:jffi");
        requireClass("jcuda.driver.JCudaDriver", "org.jcuda:jcuda");
    }

    private static void requireClass(String name, String artifact) throws CudaUnavailable {
        try {
            Class.forName(name, false, Binding.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new CudaUnavailable("no class " + name + " on the class path (" + artifact + ")", e);
        }
    }

    /** What links to JNA and JCuda, in a class of its own: it is loaded only after both are known to be there. */
    private static final class Natives {
        private static Driver bind() throws CudaUnavailable {
            LibrarySearch search = new LibrarySearch(LIBRARIES, List.of());
            NativeLibrary library = search.library(NativeLibrary::getInstance);
            if (library == null) {
                throw new CudaUnavailable("no NVIDIA driver; looked for " + search.looked());
            }
            setConnections();
            loadJCuda();
            NativeDriver bound =
                    new NativeDriver(calls(name -> Pointer.nativeValue(library.getFunction(name))), library);
            try {
                bound.initialise();
            } catch (CudaException e) {
                throw new CudaUnavailable("a driver without a usable GPU: " + e.getMessage(), e);
            }
            if (bound.devices() == 0) {
                throw new CudaUnavailable("a driver, but no GPU");
            }
            return bound;
        }

        /** The driver reads it in cuInit; setting it in Java's copy of the environment would do nothing. */
        private static void setConnections() {
            String value = System.getenv(CONNECTIONS);
            if (value == null || !value.matches("[0-9]+") || Integer.parseInt(value) < MOST_CONNECTIONS) {
                Function setenv = NativeLibrary.getProcess().getFunction("setenv");
                setenv.invokeInt(new Object[] {CONNECTIONS, Integer.toString(MOST_CONNECTIONS), 1});
            }
        }

        private static void loadJCuda() throws CudaUnavailable {
            String base = LibUtils.createPlatformLibraryName("JCudaDriver-" + jcuda.JCudaVersion.get());
            String file = LibUtils.createLibraryFileName(base);
            try (InputStream in = LibUtils.class.getResourceAsStream("/lib/" + file)) {
                if (in == null) {
                    throw new CudaUnavailable("no resource lib/" + file
                            + " on the class path (org.jcuda:jcuda-natives, classifier linux-x86_64)");
                }
                NativeFolder.with(in, file, () -> JCudaDriver.setExceptionsEnabled(false));
            } catch (IOException | LinkageError e) {
                throw new CudaUnavailable(file + " can't be loaded: " + e.getMessage(), e);
            }
        }
    }
}
