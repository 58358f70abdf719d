package dev.negzero.runtime.cuda;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.negzero.runtime.engine.RankPort;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@link DeviceBytes} where there is no GPU: gcc compiles the very kernels, and a driver without a device runs them. */
public final class CpuBytes implements AutoCloseable {
    private final NativeLibrary library;
    private final FakeDriver driver = new FakeDriver(1);
    private final CudaEngine engine;
    private final DeviceBytes bytes;

    /** Skips the test if gcc is missing. */
    public CpuBytes(Path folder) throws IOException, InterruptedException {
        NvccSourceTest.toolkit();
        Path file = folder.resolve("bytes.so");
        for (String name : List.of("bytes.cu", "bytes.cpp")) {
            try (InputStream in = Objects.requireNonNull(CpuBytes.class.getResourceAsStream(name))) {
                Files.copy(in, folder.resolve(name));
            }
        }
        Process gcc = new ProcessBuilder(
                        "gcc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", file.toString(), "bytes.cpp")
                .directory(folder.toFile())
                .inheritIO()
                .start();
        if (!gcc.waitFor(1, TimeUnit.MINUTES) || gcc.exitValue() != 0) {
            throw new IllegalStateException("gcc failed");
        }
        library = NativeLibrary.getInstance(file.toString());
        engine = CudaEngineTest.open(driver, 2, null);
        driver.kernel = this::run;
        bytes = DeviceBytes.of(port(), List.of((request, looked) -> List.of(new byte[1])));
    }

    /** A rank. */
    public RankPort port() {
        return engine.port(0);
    }

    /** What is tested. */
    public DeviceBytes bytes() {
        return bytes;
    }

    /** Of the device's clock so far. */
    long cycles() {
        return Objects.requireNonNull(library.getGlobalVariableAddress("nz_clock"))
                .getLong(0);
    }

    private void run(FakeDriver.Launch launch) {
        ByteBuffer parameters = ByteBuffer.allocateDirect(DeviceBytes.END - DeviceBytes.TO);
        parameters.put(0, launch.block(), DeviceBytes.TO, parameters.capacity());
        parameters.order(launch.block().order());
        for (int at : List.of(DeviceBytes.TO, DeviceBytes.FROM, DeviceBytes.REPORT)) {
            long address = launch.block().getLong(at);
            if (address != 0) {
                Pointer real = Native.getDirectBufferPointer(driver.at(address, 1));
                parameters.putLong(at - DeviceBytes.TO, Pointer.nativeValue(real));
            }
        }
        Function kernel = library.getFunction("run_" + launch.kernel());
        kernel.invokeVoid(
                new Object[] {DeviceBytes.BLOCKS, DeviceBytes.THREADS, Native.getDirectBufferPointer(parameters)});
    }

    @Override
    public void close() {
        engine.close();
        library.close();
    }
}
