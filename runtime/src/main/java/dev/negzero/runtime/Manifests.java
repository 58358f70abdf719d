package dev.negzero.runtime;

import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.ManifestException;
import dev.negzero.plan.KernelPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Finds and checks the manifest of a launcher. */
final class Manifests {
    private Manifests() {}

    /**
     * The manifest that was generated with a launcher.
     *
     * @throws LoadingException NZ802 .. NZ805 if it is missing, unreadable, of another version or another compilation
     */
    static KernelManifest load(Class<?> launcher, Launcher.Info info) {
        if (info.schema() != KernelPlan.SCHEMA) {
            throw RuntimeProblem.SCHEMA.loading("launcher of " + info.interfaceName() + " with schema " + info.schema()
                    + ", runtime with schema " + KernelPlan.SCHEMA);
        }
        String path = info.resourceStem() + ".json";
        KernelManifest manifest;
        try (InputStream in = launcher.getResourceAsStream("/" + path)) {
            if (in == null) {
                throw RuntimeProblem.MANIFEST_MISSING.loading("no resource " + path + " beside " + launcher.getName());
            }
            manifest = KernelManifest.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException | ManifestException e) {
            throw RuntimeProblem.MANIFEST_BAD.loading(path + ": " + e.getMessage(), e);
        }
        if (!manifest.digest().equals(info.digest())) {
            throw RuntimeProblem.DIGEST.loading("launcher of " + info.interfaceName() + " with digest " + info.digest()
                    + ", " + path + " with digest " + manifest.digest());
        }
        return manifest;
    }
}
