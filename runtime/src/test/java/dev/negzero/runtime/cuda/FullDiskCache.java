package dev.negzero.runtime.cuda;

import dev.negzero.runtime.LoadingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The kernel cache on a disk that has room for small entries only; says what came of it. */
public final class FullDiskCache {
    private static final byte[] SMALL = {7, 0, -1, 42};
    private static final BinaryRequest REQUEST = Requests.of("a", 90);

    private FullDiskCache() {}

    /**
     * Stores an entry that doesn't fit, then one that does.
     *
     * @param folder on that disk
     * @param bytes more than there is room for
     */
    public static void main(Path folder, int bytes) throws IOException {
        store(new KernelCache(folder, true), "chosen", new byte[bytes]);
        store(new KernelCache(folder, false), "not chosen", new byte[bytes]);
        System.out.println("cache left over " + count(folder));
        store(new KernelCache(folder, true), "small", SMALL);
        List<byte[]> found = new KernelCache(folder, true).find(REQUEST, new ArrayList<>());
        System.out.println("cache found " + (found.size() == 1 && Arrays.equals(SMALL, found.get(0))));
    }

    private static void store(KernelCache cache, String which, byte[] image) {
        try {
            cache.store(REQUEST, image);
            System.out.println("cache " + which + " went on");
        } catch (LoadingException e) {
            System.out.println("cache " + which + " " + e.code());
        }
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }
}
