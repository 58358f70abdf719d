package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.Kernels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Any bytes as an entry of the kernel cache: an image is handed out only if it has the digest that stands in front of it,
 * everything else is removed, and the next image is kept in its place. The first byte says whether the digest is made right.
 */
public final class CacheFuzz {
    private static final int DIGEST = 64;
    private static final byte[] IMAGE = {7, 0, -1, 42};
    private static final BinaryRequest REQUEST;
    private static final Path FOLDER;

    static {
        try {
            REQUEST = new BinaryRequest(BareLaunches.kernels(), "source", "digest", 90);
            FOLDER = Files.createTempDirectory("negzero-fuzz");
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final KernelCache CACHE = new KernelCache(FOLDER, true);
    private static final Path ENTRY = entry();

    private CacheFuzz() {}

    private static Path entry() {
        CACHE.store(REQUEST, IMAGE);
        return files().get(0);
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        byte[] content = data.length == 0 ? data : Arrays.copyOfRange(data, 1, data.length);
        if (data.length > DIGEST && (data[0] & 1) == 1) {
            System.arraycopy(digest(content), 0, content, 0, DIGEST);
        }
        Files.write(ENTRY, content);
        List<String> looked = new ArrayList<>();
        List<byte[]> found = CACHE.find(REQUEST, looked);
        require(found.size() == (whole(content) ? 1 : 0), "found " + found.size() + ", looked for " + looked);
        for (byte[] image : found) {
            require(Arrays.equals(image, Arrays.copyOfRange(content, DIGEST, content.length)), "another image");
        }
        require(Files.exists(ENTRY) == whole(content), "a damaged entry stays, or a whole one is gone");
        CACHE.store(REQUEST, IMAGE);
        require(Arrays.equals(IMAGE, CACHE.find(REQUEST, looked).get(0)), "not what was stored");
        require(files().size() == 1, "left over: " + files());
    }

    private static byte[] digest(byte[] content) {
        return Kernels.sha256(Arrays.copyOfRange(content, DIGEST, content.length))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean whole(byte[] content) {
        return content.length > DIGEST && Arrays.equals(digest(content), Arrays.copyOf(content, DIGEST));
    }

    private static void require(boolean right, String message) {
        if (!right) {
            throw new AssertionError(message);
        }
    }

    /** Called at the end. */
    public static void fuzzerTearDown() throws IOException {
        for (Path file : files()) {
            Files.delete(file);
        }
        Files.delete(FOLDER);
    }
}
