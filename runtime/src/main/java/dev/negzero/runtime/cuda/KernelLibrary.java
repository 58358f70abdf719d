package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Kernels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The loaded kernels of an engine: one module for each source and context, from the first place that has a binary. */
final class KernelLibrary {
    private record Key(String sourceSha256, long context) {}

    private final Driver driver;
    private final KernelCache cache;
    private final List<BinarySource> sources;
    private final Map<Key, Long> modules = new HashMap<>();

    /**
     * A library.
     *
     * @param cache keeps what had to be compiled
     * @param sources where binaries come from, in the order they are asked
     */
    KernelLibrary(Driver driver, KernelCache cache, List<BinarySource> sources) {
        this.driver = driver;
        this.cache = cache;
        this.sources = List.copyOf(sources);
    }

    /** The order of a real engine: beside the source, the disk cache, NVRTC, nvcc. */
    static KernelLibrary configured(Driver driver) {
        Map<String, String> environment = System.getenv();
        KernelCache cache = KernelCache.configured(
                System.getProperty(KernelCache.PROPERTY), environment, System.getProperty("user.home"));
        return new KernelLibrary(
                driver,
                cache,
                List.of(new PrecompiledSource(), cache, new NvrtcSource(environment), new NvccSource(environment)));
    }

    /**
     * The module of a plan's kernels in the calling thread's context.
     *
     * @param context the calling thread's context
     * @param capability of its GPU: 90 for {@code sm_90}
     * @throws dev.negzero.runtime.LoadingException NZ830 for a bad source, NZ831 if no place has a binary that the driver
     *     takes; it says where was looked; NZ838 if the device has no memory left for it
     */
    synchronized long module(Kernels kernels, long context, int capability) {
        BinaryRequest request = BinaryRequest.of(kernels, capability);
        Key key = new Key(request.sourceSha256(), context);
        Long loaded = modules.get(key);
        if (loaded == null) {
            loaded = load(request);
            modules.put(key, loaded);
        }
        return loaded;
    }

    private long load(BinaryRequest request) {
        List<String> looked = new ArrayList<>();
        for (BinarySource source : sources) {
            for (byte[] image : source.find(request, looked)) {
                try {
                    long module = driver.loadModule(image);
                    if (source.compiles()) {
                        cache.store(request, image);
                    }
                    return module;
                } catch (CudaException e) {
                    if (e.outOfMemory()) {
                        // Another binary needs as much, and nothing is wrong with this one.
                        throw RuntimeProblem.DEVICE_MEMORY.loading(
                                "kernels of " + request.kernels().plan().sourceName() + " to load: " + e.failure(), e);
                    }
                    looked.add(source.getClass().getSimpleName() + " (refused by the driver: " + e.getMessage() + ")");
                    source.refused(request);
                }
            }
        }
        throw RuntimeProblem.KERNEL_BINARY.loading(request.arch() + " and kernels of "
                + request.kernels().plan().sourceName() + "; looked for, in this order: " + String.join("; ", looked));
    }

    /** Unloads what was loaded in a context, which is the calling thread's. */
    synchronized void unload(long context) {
        modules.entrySet().removeIf(entry -> {
            boolean mine = entry.getKey().context() == context;
            if (mine) {
                driver.unloadModule(entry.getValue());
            }
            return mine;
        });
    }
}
