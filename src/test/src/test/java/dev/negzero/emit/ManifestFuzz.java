package dev.negzero.emit;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;

/**
 * Any bytes as a manifest: they are refused by a {@link ManifestException}, or read. What has the fields of a manifest is
 * read again with the digest that belongs to it, as random changes hardly ever hit that one, and must then say the same.
 */
public final class ManifestFuzz {
    private ManifestFuzz() {}

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try {
            PlanText.of(KernelManifest.parse(text));
        } catch (ManifestException e) {
            restated(text);
        }
    }

    private static void restated(String text) {
        KernelManifest read;
        try {
            read = ManifestJson.read(JsonParser.parseString(text));
        } catch (JsonParseException | ManifestException e) {
            return;
        }
        KernelManifest again = KernelManifest.parse(read.toJson());
        if (!again.equals(read)) {
            throw new AssertionError(read + " was read back as " + again);
        }
        PlanText.of(again);
    }
}
