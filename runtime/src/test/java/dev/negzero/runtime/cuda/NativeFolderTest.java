package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The library is whole when it is loaded, nobody else's is seen, and nothing is left behind. */
@Timeout(30)
class NativeFolderTest {
    private static final String NAME = "libthing.so";

    private static String temporary() {
        return System.getProperty("java.io.tmpdir");
    }

    private static Path library() {
        return Path.of(temporary(), NAME);
    }

    private static byte[] content() {
        try {
            return Files.readAllBytes(library());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theLibraryIsThereWhileItIsLoadedOnly() throws IOException {
        String before = temporary();
        List<Path> seen = new ArrayList<>();
        NativeFolder.with(new ByteArrayInputStream(new byte[] {1, 2, 3}), NAME, () -> {
            assertArrayEquals(new byte[] {1, 2, 3}, content());
            seen.add(Path.of(temporary()));
        });
        assertEquals(before, temporary());
        assertNotEquals(before, seen.get(0).toString());
        assertFalse(Files.exists(seen.get(0)));
    }

    @Test
    void twoAtOnceEachSeeTheirOwn() {
        String before = temporary();
        List<Path> folders = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger inside = new AtomicInteger();
        List<CompletableFuture<Void>> loads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            byte mine = (byte) i;
            loads.add(CompletableFuture.runAsync(() -> load(mine, inside, folders)));
        }
        loads.forEach(CompletableFuture::join);
        assertEquals(before, temporary());
        assertEquals(40, new HashSet<>(folders).size());
        folders.forEach(folder -> assertFalse(Files.exists(folder), folder.toString()));
    }

    private static void load(byte mine, AtomicInteger inside, List<Path> folders) {
        byte[] bytes = new byte[4096];
        java.util.Arrays.fill(bytes, mine);
        for (int i = 0; i < 20; i++) {
            try {
                NativeFolder.with(new ByteArrayInputStream(bytes), NAME, () -> {
                    assertEquals(1, inside.incrementAndGet());
                    folders.add(Path.of(temporary()));
                    assertArrayEquals(bytes, content());
                    inside.decrementAndGet();
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void aLoadThatFailsLeavesNothing() {
        String before = temporary();
        List<Path> seen = new ArrayList<>();
        assertThrows(
                UnsatisfiedLinkError.class,
                () -> NativeFolder.with(InputStream.nullInputStream(), NAME, () -> {
                    seen.add(Path.of(temporary()));
                    throw new UnsatisfiedLinkError("bad");
                }));
        assertEquals(before, temporary());
        assertFalse(Files.exists(seen.get(0)));
    }

    @Test
    void anotherThreadsFileStays() throws IOException {
        List<Path> seen = new ArrayList<>();
        NativeFolder.with(InputStream.nullInputStream(), NAME, () -> {
            try {
                seen.add(Files.createTempFile(Path.of(temporary()), "other", ""));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertTrue(Files.exists(seen.get(0)));
        Files.delete(seen.get(0));
    }
}
