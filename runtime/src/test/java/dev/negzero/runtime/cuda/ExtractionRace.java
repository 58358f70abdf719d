package dev.negzero.runtime.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A JVM that starts beside another one with the same folders: extracts the bindings' native parts and keeps a kernel, again
 * and again, from the moment that a byte comes in.
 */
final class ExtractionRace {
    /** As JCuda names it. */
    static final String LIBRARY = "libJCudaDriver-12.6.0-linux-x86_64.so";

    static final int ROUNDS = 30;
    private static final int IMAGE_BYTES = 1 << 20;

    private ExtractionRace() {}

    static BinaryRequest request() {
        return Requests.of("race", 90);
    }

    /** An image of this many bytes; the same in both. */
    static byte[] image() {
        byte[] image = new byte[IMAGE_BYTES];
        Arrays.fill(image, (byte) 5);
        return image;
    }

    /** Argument: the cache's folder. */
    public static void main(String[] args) throws IOException {
        byte[] whole;
        try (InputStream in = library()) {
            whole = in.readAllBytes();
        }
        System.out.println("ready");
        if (System.in.read() < 0) {
            throw new IOException("nobody says when to start");
        }
        // JNA extracts its own part here.
        com.sun.jna.NativeLibrary.getProcess();
        KernelCache cache = new KernelCache(Path.of(args[0]), true);
        for (int round = 0; round < ROUNDS; round++) {
            extract(whole);
            cache.store(request(), image());
            List<byte[]> found = cache.find(request(), new ArrayList<>());
            if (found.size() != 1 || !Arrays.equals(image(), found.get(0))) {
                throw new IOException("round " + round + ": half an entry");
            }
        }
        System.out.println("done");
    }

    private static void extract(byte[] whole) throws IOException {
        try (InputStream in = library()) {
            NativeFolder.with(in, LIBRARY, () -> {
                try {
                    byte[] there = Files.readAllBytes(Path.of(System.getProperty("java.io.tmpdir"), LIBRARY));
                    if (!Arrays.equals(whole, there)) {
                        throw new IllegalStateException("half a library");
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static InputStream library() throws IOException {
        InputStream in = ExtractionRace.class.getResourceAsStream("/lib/" + LIBRARY);
        if (in == null) {
            throw new IOException("no lib/" + LIBRARY + " on the class path");
        }
        return in;
    }
}
