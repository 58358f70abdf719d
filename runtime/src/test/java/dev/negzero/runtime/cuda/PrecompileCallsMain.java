package dev.negzero.runtime.cuda;

import dev.negzero.runtime.GpuCallPlans;
import dev.negzero.runtime.engine.Kernels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles what the GPU tests of this module open into a kernel cache. Arguments: the cache's folder, the architecture (90).
 */
final class PrecompileCallsMain {
    private PrecompileCallsMain() {}

    public static void main(String[] args) throws IOException {
        KernelCache cache = new KernelCache(Path.of(args[0]), true);
        int capability = Integer.parseInt(args[1]);
        Stream<BinaryRequest> plans =
                GpuCallPlans.all().stream().map(plan -> BinaryRequest.of(Kernels.of(plan), capability));
        Stream.concat(Stream.of(DeviceBytes.request(capability)), plans)
                .parallel()
                .forEach(request -> compile(cache, request));
    }

    private static void compile(KernelCache cache, BinaryRequest request) {
        if (cache.find(request, new ArrayList<>()).isEmpty()) {
            List<byte[]> images = new NvccSource(System.getenv()).find(request, new ArrayList<>());
            cache.store(request, images.get(0));
        }
    }
}
