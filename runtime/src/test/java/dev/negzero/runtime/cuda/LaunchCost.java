package dev.negzero.runtime.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What one launch call costs the CUDA engine, on a machine with a GPU: an empty kernel, in batches that the device's queue
 * holds, so that no call waits for room. Between batches the thread spins, as C++'s does in benchmarks/native/launch.cpp: one
 * that sleeps finds a slower processor afterwards. Argument: empty.ptx.
 */
final class LaunchCost {
    private static final int BATCH = 256;
    private static final int BATCHES = 400;
    private static final int WARM_UP = 200;

    private LaunchCost() {}

    public static void main(String[] args) throws IOException, CudaUnavailable {
        Driver driver = Binding.open();
        driver.use(driver.retainContext(0));
        long module = driver.loadModule(Files.readAllBytes(Path.of(args[0])));
        long function = driver.function(module, "nz_empty");
        long stream = driver.createStream();
        LaunchBlock block = new LaunchBlock(2, 0, stream, 1);
        block.kernel(function, "nz_empty", 1, 32);
        double[] nanos = new double[BATCHES];
        for (int batch = -WARM_UP; batch < BATCHES; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                driver.launch(block);
            }
            long time = System.nanoTime() - start;
            if (batch >= 0) {
                nanos[batch] = (double) time / BATCH;
            }
            while (!driver.done(stream)) {
                Thread.onSpinWait();
            }
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "launch_ns,%.0f%n", nanos[BATCHES / 2]);
    }
}
