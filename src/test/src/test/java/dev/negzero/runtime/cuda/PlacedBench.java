package dev.negzero.runtime.cuda;

import dev.negzero.cli.Main;
import java.util.Arrays;

/**
 * {@code negzero bench} with memory taken from GPU 0 before, which moves all that the bench allocates. Where memory lies changes
 * times, without any other difference by 4 % at 4 MiB (benchmarks/baselines/gpu-memory-places-h200.csv).
 * Arguments: MiB to take, then those of {@code negzero}.
 */
final class PlacedBench {
    private PlacedBench() {}

    public static void main(String[] args) throws CudaUnavailable {
        long ahead = Long.parseLong(args[0]) << 20;
        Driver driver = Binding.open();
        driver.use(driver.retainContext(0));
        if (ahead > 0) {
            driver.allocate(ahead);
        }
        Main.main(Arrays.copyOfRange(args, 1, args.length));
    }
}
