package dev.negzero.runtime.cuda;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What one launch call costs the CUDA engine and what it costs C++, on a machine with a GPU: an empty kernel, in batches that
 * the device's queue holds, so that no call waits for room. Batches of the engine's and of C++'s (benchmarks/native/launch.cpp)
 * take turns. Between them the thread spins: one that sleeps finds a slower processor afterwards. Arguments: empty.ptx, launch.so.
 * Prints the median of the batches of each, in ns a call.
 */
final class LaunchCost {
    private static final int BATCH = 256;
    private static final int BATCHES = 400;
    private static final int WARM_UP = 200;

    private final Driver driver;
    private final long function;
    private final long stream;
    private final LaunchBlock block;
    private final Function bare;

    private LaunchCost(Path ptx, String library) throws IOException, CudaUnavailable {
        driver = Binding.open();
        driver.use(driver.retainContext(0));
        function = driver.function(driver.loadModule(Files.readAllBytes(ptx)), "nz_empty");
        stream = driver.createStream();
        block = new LaunchBlock(2, 0, stream, 1);
        block.kernel(function, "nz_empty", 1, 32);
        bare = NativeLibrary.getInstance(library).getFunction("nz_launch_batch");
    }

    public static void main(String[] args) throws IOException, CudaUnavailable {
        LaunchCost cost = new LaunchCost(Path.of(args[0]), args[1]);
        double[] engine = new double[BATCHES];
        double[] bare = new double[BATCHES];
        for (int batch = -WARM_UP; batch < BATCHES; batch++) {
            int at = Math.max(0, batch);
            engine[at] = cost.engineBatch();
            bare[at] = cost.bareBatch();
        }
        System.out.printf(Locale.ROOT, "negzero,%.0f%nbare,%.0f%n", median(engine), median(bare));
    }

    private double engineBatch() {
        long start = System.nanoTime();
        for (int i = 0; i < BATCH; i++) {
            driver.launch(block);
        }
        long time = System.nanoTime() - start;
        drain();
        return (double) time / BATCH;
    }

    private double bareBatch() {
        long time = bare.invokeLong(new Object[] {function, stream, BATCH});
        if (time < 0) {
            throw new IllegalStateException("nz_launch_batch found CUresult " + (-1 - time));
        }
        drain();
        return (double) time / BATCH;
    }

    private void drain() {
        while (!driver.done(stream)) {
            Thread.onSpinWait();
        }
    }

    private static double median(double[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }
}
