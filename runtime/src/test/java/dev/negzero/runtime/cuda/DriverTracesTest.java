package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each trace of a driver is enough, and a machine without any has none. */
@EnabledOnOs(OS.LINUX)
public class DriverTracesTest {
    @TempDir
    private Path root;

    /** Whether this machine has any. */
    public static boolean here() {
        return DriverTraces.here().found();
    }

    private boolean found() {
        return new DriverTraces(root, "").found();
    }

    private void file(String name, byte... bytes) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    @Test
    void none() throws IOException {
        file("usr/lib/libc.so.6");
        file("dev/null");
        file("etc/ld.so.cache", "ld.so-1.7.0 libc.so.6 /lib/libcudart.so.12".getBytes(StandardCharsets.US_ASCII));
        assertFalse(found());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev/nvidiactl",
                "dev/dxg",
                "proc/driver/nvidia/version",
                "usr/lib64/libcuda.so.1",
                "usr/lib/x86_64-linux-gnu/libcuda.so"
            })
    void aFile(String trace) throws IOException {
        file(trace);
        assertTrue(found());
    }

    @Test
    void theLoadersCache() throws IOException {
        byte[] front = new byte[300];
        byte[] name = "/opt/driver/libcuda.so.1\0".getBytes(StandardCharsets.US_ASCII);
        byte[] cache = new byte[front.length + name.length];
        System.arraycopy(name, 0, cache, front.length, name.length);
        file("etc/ld.so.cache", cache);
        assertTrue(found());
    }

    /** Then the loader has to say. */
    @Test
    void aCacheThatCannotBeRead() throws IOException {
        Files.createDirectories(root.resolve("etc/ld.so.cache"));
        assertTrue(found());
    }

    @Test
    void aFolderThatTheLoaderIsToldOf() throws IOException {
        file("opt/driver/libcuda.so.1");
        String told = File.pathSeparator + root.resolve("opt") + File.pathSeparator + root.resolve("opt/driver");
        assertTrue(new DriverTraces(root, told).found());
        assertFalse(new DriverTraces(root, root.resolve("opt").toString()).found());
    }

    @Test
    void aFolderThatCannotBe() {
        assertFalse(new DriverTraces(root, "\0" + File.pathSeparator + "no such folder").found());
    }
}
