package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Kernels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiled kernels on disk, named by what they were made from. A file appears complete, by a rename, and carries the
 * digest of its content, so a damaged one is found out and made anew.
 */
final class KernelCache implements BinarySource {
    /** System property: a folder, or {@code off}. */
    static final String PROPERTY = "negzero.cache";

    private static final int DIGEST_CHARS = 64;
    /** Far above any kernels' binary: what is longer was not written here, and isn't read into memory. */
    private static final long MOST_BYTES = 256L << 20;

    private final @Nullable Path folder;
    private final boolean chosen;

    /**
     * A cache.
     *
     * @param folder where; null for no cache
     * @param chosen whether the user named it, so that failing to write there is an error
     */
    KernelCache(@Nullable Path folder, boolean chosen) {
        this.folder = folder;
        this.chosen = chosen;
    }

    /** The cache that {@code -Dnegzero.cache=} names, else one in the user's cache folder. */
    static KernelCache configured(@Nullable String property, Map<String, String> environment, String home) {
        if (property != null) {
            return property.equals("off") ? new KernelCache(null, false) : new KernelCache(named(property), true);
        }
        String caches = environment.get("XDG_CACHE_HOME");
        Path base = caches == null || caches.isEmpty() ? Path.of(home, ".cache") : Path.of(caches);
        return new KernelCache(base.resolve("negzero"), false);
    }

    private static Path named(String property) {
        try {
            return Path.of(property);
        } catch (InvalidPathException e) {
            throw RuntimeProblem.CACHE.loading("-D" + PROPERTY + "=" + property + ": " + e.getMessage(), e);
        }
    }

    @Override
    public List<byte[]> find(BinaryRequest request, List<String> looked) {
        if (folder == null) {
            looked.add("the cache (off)");
            return List.of();
        }
        Path file = file(folder, request);
        try {
            byte[] image = content(file);
            if (image != null) {
                return List.of(image);
            }
            Files.deleteIfExists(file);
            looked.add(file + " (damaged, removed)");
        } catch (NoSuchFileException e) {
            looked.add(file.toString());
        } catch (IOException e) {
            looked.add(file + " (" + e + ")");
        }
        return List.of();
    }

    @Override
    public void refused(BinaryRequest request) {
        if (folder != null) {
            try {
                Files.deleteIfExists(file(folder, request));
            } catch (IOException e) {
                fail(folder, e);
            }
        }
    }

    /** Keeps an image. */
    void store(BinaryRequest request, byte[] image) {
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(folder, "new", ".tmp");
            try {
                Files.write(fresh, withDigest(image));
                Files.move(fresh, file(folder, request), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            fail(folder, e);
        }
    }

    /** A folder that nobody asked for may be unwritable: then every process compiles for itself. */
    private void fail(Path where, IOException e) {
        if (chosen) {
            throw RuntimeProblem.CACHE.loading("-D" + PROPERTY + "=" + where + ": " + e, e);
        }
    }

    private static Path file(Path folder, BinaryRequest request) {
        String key = String.join(" ", request.sourceSha256(), request.arch(), String.join(" ", request.flags()));
        return folder.resolve(Kernels.sha256(key.getBytes(StandardCharsets.UTF_8)) + ".kernels");
    }

    private static byte[] withDigest(byte[] image) {
        byte[] digest = Kernels.sha256(image).getBytes(StandardCharsets.US_ASCII);
        byte[] content = Arrays.copyOf(digest, digest.length + image.length);
        System.arraycopy(image, 0, content, digest.length, image.length);
        return content;
    }

    /** An entry's image; null if the file isn't an entry. A pipe would never end, so files of other kinds aren't opened. */
    private static byte @Nullable [] content(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (!attributes.isRegularFile() || attributes.size() > MOST_BYTES) {
            return null;
        }
        byte[] file = Files.readAllBytes(path);
        if (file.length <= DIGEST_CHARS) {
            return null;
        }
        byte[] image = Arrays.copyOfRange(file, DIGEST_CHARS, file.length);
        String digest = new String(file, 0, DIGEST_CHARS, StandardCharsets.US_ASCII);
        return Kernels.sha256(image).equals(digest) ? image : null;
    }
}
