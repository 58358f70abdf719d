package dev.negzero.runtime.engine;

import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan and what was generated with it: kernel sources, perhaps binaries. */
public final class Kernels {
    /** Where generated files are found. */
    @FunctionalInterface
    public interface Files {
        /** Opens a file by its resource path; null if it isn't there. */
        @Nullable
        InputStream open(String path) throws IOException;
    }

    private final KernelPlan plan;
    private final Map<Platform, String> digests;
    private final @Nullable Files files;

    private Kernels(KernelPlan plan, Map<Platform, String> digests, @Nullable Files files) {
        this.plan = plan;
        this.digests = digests;
        this.files = files;
    }

    /** What was generated at compile time. */
    public static Kernels generated(KernelManifest manifest, Files files) {
        return new Kernels(manifest.plan(), manifest.sources(), files);
    }

    /** A plan without generated files: its sources are written when they are asked for. */
    public static Kernels of(KernelPlan plan) {
        return new Kernels(plan, Map.of(), null);
    }

    /** The plan. */
    public KernelPlan plan() {
        return plan;
    }

    /**
     * A kernel source.
     *
     * @throws dev.negzero.runtime.LoadingException NZ830 if it is missing or isn't what the manifest was made with
     */
    public String source(Platform platform) {
        if (files == null) {
            return KernelEmitter.emit(plan, platform);
        }
        String path = plan.resourceStem() + platform.extension();
        byte[] bytes = file(path);
        if (bytes == null) {
            throw RuntimeProblem.KERNEL_SOURCE.loading("no resource " + path);
        }
        String expected = digests.get(platform);
        String actual = sha256(bytes);
        if (!actual.equals(expected)) {
            throw RuntimeProblem.KERNEL_SOURCE.loading(
                    path + " with SHA-256 " + actual + ", the manifest names " + expected);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A generated file's content; null if it isn't there. */
    public byte @Nullable [] file(String path) {
        if (files == null) {
            return null;
        }
        try (InputStream in = files.open(path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw RuntimeProblem.KERNEL_SOURCE.loading(path + ": " + e, e);
        }
    }

    /** SHA-256 in hexadecimal. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
