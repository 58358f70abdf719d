package dev.negzero.emit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.negzero.plan.KernelPlan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The plan as a file beside the kernels: what the runtime reads instead of computing a number again.
 *
 * @param plan the plan
 * @param sources SHA-256 of each platform's source text, in hexadecimal
 */
public record KernelManifest(KernelPlan plan, Map<Platform, String> sources) {
    private static final Gson PRETTY =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    public KernelManifest {
        sources = java.util.Collections.unmodifiableMap(new java.util.EnumMap<>(sources));
    }

    /** The manifest of a plan; writes its CUDA and HIP sources to know their digests. */
    public static KernelManifest of(KernelPlan plan) {
        return of(plan, KernelEmitter.emitForGpus(plan));
    }

    /**
     * The manifest of a plan whose sources are there already.
     *
     * @param plan the plan
     * @param texts its sources, as {@link KernelEmitter#emitForGpus} writes them
     */
    public static KernelManifest of(KernelPlan plan, Map<Platform, String> texts) {
        Map<Platform, String> sources = new LinkedHashMap<>();
        texts.forEach((platform, text) -> sources.put(platform, sha256(text)));
        return new KernelManifest(plan, sources);
    }

    /**
     * The manifest as it is written.
     *
     * @param json pretty JSON, deterministic, ending in a newline
     * @param digest SHA-256, in hexadecimal, over everything else in the JSON: ranks that have the same one have the same plan
     */
    public record Text(String json, String digest) {}

    /** The text; it states its digest, so both come at the price of one. */
    public Text text() {
        var root = ManifestJson.write(this);
        String digest = sha256(root.toString());
        root.addProperty(ManifestJson.DIGEST, digest);
        return new Text(PRETTY.toJson(root) + "\n", digest);
    }

    /** The {@linkplain Text digest} alone. */
    public String digest() {
        return sha256(ManifestJson.write(this).toString());
    }

    /** The {@linkplain Text JSON} alone. */
    public String toJson() {
        return text().json();
    }

    /**
     * Reads a manifest.
     *
     * @param json text as {@link #toJson} writes it
     * @throws ManifestException when it isn't JSON, lacks a field, has another schema or was changed by hand
     */
    public static KernelManifest parse(String json) {
        JsonElement root;
        try {
            root = JsonParser.parseString(json);
        } catch (JsonParseException e) {
            throw new ManifestException("the manifest is not JSON: " + e.getMessage());
        }
        KernelManifest manifest = ManifestJson.read(root);
        String stated = ManifestJson.statedDigest(root);
        if (!stated.equals(manifest.digest())) {
            throw new ManifestException("the manifest states digest " + stated + " but its content has digest "
                    + manifest.digest() + ": it was changed after it was generated; rebuild the module");
        }
        return manifest;
    }

    static String sha256(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
