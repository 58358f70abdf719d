package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.engine.Memory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels that check replays on a GPU, without one. */
class DeviceBytesTest {
    private static final int COUNT = 5000;
    private static final long SEED = 20261130;

    @TempDir
    private Path folder;

    private static Memory filled(CpuBytes cpu, byte[] image) {
        Memory memory = cpu.port().allocate(image.length);
        memory.write(0, image.length, (window, at, done, length) -> window.put(at, image, (int) done, length));
        return memory;
    }

    @Test
    void everyByteIsWrittenAndCompared() throws Exception {
        byte[] image = new byte[COUNT + 1];
        new Random(SEED).nextBytes(image);
        try (CpuBytes cpu = new CpuBytes(folder)) {
            Memory expected = filled(cpu, image);
            Memory found = filled(cpu, new byte[COUNT + 1]);
            cpu.bytes().write(found, expected, COUNT);
            byte[] written = new byte[COUNT + 1];
            found.read(0, COUNT + 1, (window, at, done, length) -> window.get(at, written, (int) done, length));
            byte[] right = image.clone();
            right[COUNT] = 0;
            assertArrayEquals(right, written);
            cpu.bytes().compare(found, expected, COUNT, 1);
            cpu.bytes().compare(found, expected, COUNT - 1, 2);
            assertEquals(
                    new DeviceBytes.Report(0, -1, -1, 2 * COUNT - 1),
                    cpu.bytes().report());
        }
    }

    @Test
    void theFirstOfAllDifferencesIsNamed() throws Exception {
        byte[] image = new byte[COUNT];
        try (CpuBytes cpu = new CpuBytes(folder)) {
            Memory zeros = filled(cpu, image);
            image[4321] = 1;
            image[COUNT - 1] = Byte.MIN_VALUE;
            Memory others = filled(cpu, image);
            image[17] = 1;
            Memory more = filled(cpu, image);
            cpu.bytes().compare(zeros, zeros, COUNT, 3);
            cpu.bytes().compare(zeros, others, COUNT, 4);
            cpu.bytes().compare(more, zeros, COUNT, 5);
            assertEquals(
                    new DeviceBytes.Report(5, 4, 4321, 3 * COUNT), cpu.bytes().report());
            cpu.bytes().compare(others, more, COUNT, 6);
            assertEquals(new DeviceBytes.Report(1, 6, 17, COUNT), cpu.bytes().report());
        }
    }

    @Test
    void aDelayTakesItsCycles() throws Exception {
        try (CpuBytes cpu = new CpuBytes(folder)) {
            cpu.bytes().delay(100);
            assertTrue(cpu.cycles() >= 100 * DeviceBytes.BLOCKS * DeviceBytes.THREADS);
        }
    }

    @Test
    void nvccCompilesThem() throws Exception {
        List<String> looked = new ArrayList<>();
        assertEquals(
                1,
                new NvccSource(NvccSourceTest.toolkit())
                        .find(DeviceBytes.request(90), looked)
                        .size(),
                looked::toString);
    }
}
