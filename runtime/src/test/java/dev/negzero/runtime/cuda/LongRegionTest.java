package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.runtime.LoadingException;
import org.junit.jupiter.api.Test;

/** Regions and buffers beyond 2^32 bytes: the driver is asked for all of them, and its refusal names them. */
class LongRegionTest {
    private static final int OUT_OF_MEMORY = 2;

    /** A device with room for what is asked for first, the engine's own slab. */
    private static final class Small extends FakeDriver {
        private long asked;

        Small() {
            super(1);
        }

        @Override
        public synchronized long allocate(long bytes) {
            if (bytes > Arena.SLAB) {
                asked = bytes;
                throw new CudaException("cuMemAlloc", OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "");
            }
            return super.allocate(bytes);
        }
    }

    @Test
    void everyByteIsAskedFor() {
        Small driver = new Small();
        long bytes = 6L * 131_072 * 4096 * 2 + 1000;
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            LoadingException thrown =
                    assertThrows(LoadingException.class, () -> engine.port(1).allocate(bytes));
            assertEquals(
                    "NZ838: a GPU has no memory left; found " + bytes
                            + " bytes asked for on GPU 0 (fake): cuMemAlloc returned 2 (CUDA_ERROR_OUT_OF_MEMORY); lower maxBytes"
                            + " or the buffers' counts, or use fewer ranks a GPU",
                    thrown.getMessage());
        }
        assertEquals((bytes + Arena.ALIGN - 1) / Arena.ALIGN * Arena.ALIGN, driver.asked);
    }
}
