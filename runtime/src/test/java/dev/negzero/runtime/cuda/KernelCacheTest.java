package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.LoadingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries appear whole, damage is found out and repaired, and a folder that can't be written costs only the caching. */
class KernelCacheTest {
    private static final byte[] IMAGE = {7, 0, -1, 42};

    @TempDir
    private Path folder;

    private final List<String> looked = new ArrayList<>();

    private KernelCache cache() {
        return new KernelCache(folder, true);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private byte[] found(BinaryRequest request) {
        List<byte[]> images = cache().find(request, looked);
        assertEquals(1, images.size(), looked::toString);
        return images.get(0);
    }

    @Test
    void anotherProcessFindsWhatWasStored() throws IOException {
        cache().store(Requests.of("a", 90), IMAGE);
        assertArrayEquals(IMAGE, found(Requests.of("a", 90)));
        assertEquals(List.of(), looked);
        assertEquals(1, files().size());
        assertTrue(files().get(0).toString().endsWith(".kernels"));
    }

    @Test
    void sourceAndArchitectureTellEntriesApart() {
        cache().store(Requests.of("a", 90), IMAGE);
        assertEquals(List.of(), cache().find(Requests.of("b", 90), looked));
        assertEquals(List.of(), cache().find(Requests.of("a", 80), looked));
        assertEquals(2, looked.size());
        looked.forEach(place -> assertTrue(place.startsWith(folder.toString()), place));
    }

    @Test
    void aDamagedEntryIsRemovedAndMadeAnew() throws IOException {
        BinaryRequest request = Requests.of("a", 90);
        cache().store(request, IMAGE);
        Path entry = files().get(0);
        byte[] whole = Files.readAllBytes(entry);
        for (int length = 0; length < whole.length; length++) {
            Files.write(entry, java.util.Arrays.copyOf(whole, length));
            looked.clear();
            assertEquals(List.of(), cache().find(request, looked), "cut to " + length);
            assertEquals(List.of(entry + " (damaged, removed)"), looked);
            assertFalse(Files.exists(entry));
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            Files.write(entry, flipped);
            assertEquals(List.of(), cache().find(request, looked), "byte " + at + " flipped");
        }
        cache().store(request, IMAGE);
        assertArrayEquals(IMAGE, found(request));
    }

    @Test
    void theLibraryCompilesAgainForADamagedEntry() throws IOException {
        List<String> compiled = new ArrayList<>();
        BinarySource compiler = new BinarySource() {
            @Override
            public List<byte[]> find(BinaryRequest request, List<String> places) {
                compiled.add(request.arch());
                return List.of(IMAGE);
            }

            @Override
            public boolean compiles() {
                return true;
            }
        };
        for (int process = 0; process < 3; process++) {
            KernelCache cache = cache();
            KernelLibrary library = new KernelLibrary(new FakeDriver(1), cache, List.of(cache, compiler));
            library.module(Requests.real(90).kernels(), 1, 90);
            if (process == 1) {
                assertEquals(List.of("sm_90"), compiled);
                Files.write(files().get(0), new byte[] {1});
            }
        }
        assertEquals(List.of("sm_90", "sm_90"), compiled);
    }

    @Test
    void whatTheDriverRefusesIsForgotten() throws IOException {
        cache().store(Requests.of("a", 90), IMAGE);
        cache().refused(Requests.of("a", 90));
        assertEquals(List.of(), files());
        cache().refused(Requests.of("a", 90));
    }

    /** A reader beside writers sees a whole entry at any time, or none before the first. */
    @Test
    void anEntryAppearsWhole() throws IOException {
        BinaryRequest request = Requests.of("a", 90);
        byte[] image = new byte[1 << 16];
        java.util.Arrays.fill(image, (byte) 3);
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 2; writer++) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 50; i++) {
                    cache().store(request, image);
                }
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
        do {
            for (byte[] seen : cache().find(request, looked)) {
                assertArrayEquals(image, seen);
            }
        } while (!all.isDone());
        all.join();
        looked.forEach(place -> assertFalse(place.contains("damaged"), place));
        assertEquals(1, files().size(), "temporary files are gone");
    }

    /** A file where the folder should be: nobody can write there, not even root. */
    private Path unwritable() throws IOException {
        return Files.createFile(folder.resolve("file"));
    }

    @Test
    void aFolderThatNobodyChoseMayBeUnwritable() throws IOException {
        KernelCache cache = new KernelCache(unwritable(), false);
        cache.store(Requests.of("a", 90), IMAGE);
        assertEquals(List.of(), cache.find(Requests.of("a", 90), looked));
        assertEquals(1, looked.size());
        cache.refused(Requests.of("a", 90));
    }

    @Test
    void aChosenFolderMustBeWritable() throws IOException {
        Path file = unwritable();
        KernelCache cache = new KernelCache(file, true);
        LoadingException thrown = assertThrows(LoadingException.class, () -> cache.store(Requests.of("a", 90), IMAGE));
        assertEquals("NZ839", thrown.code());
        assertEquals(
                "NZ839: the cache of compiled kernels can't be used; found -Dnegzero.cache=" + file
                        + ": java.nio.file.FileAlreadyExistsException: " + file
                        + "; set -Dnegzero.cache= to a folder, or to off",
                thrown.getMessage());
    }

    @Test
    void propertyThenEnvironmentThenHome() {
        BinaryRequest request = Requests.of("a", 90);
        Map<String, String> none = Map.of();
        KernelCache.configured("off", none, folder.toString()).find(request, looked);
        KernelCache.configured(folder + "/p", Map.of("XDG_CACHE_HOME", folder + "/x"), folder + "/h")
                .find(request, looked);
        KernelCache.configured(null, Map.of("XDG_CACHE_HOME", folder + "/x"), folder + "/h")
                .find(request, looked);
        KernelCache.configured(null, Map.of("XDG_CACHE_HOME", ""), folder + "/h")
                .find(request, looked);
        assertEquals("the cache (off)", looked.get(0));
        assertTrue(looked.get(1).startsWith(folder + "/p/"), looked.get(1));
        assertTrue(looked.get(2).startsWith(folder + "/x/negzero/"), looked.get(2));
        assertTrue(looked.get(3).startsWith(folder + "/h/.cache/negzero/"), looked.get(3));
    }
}
