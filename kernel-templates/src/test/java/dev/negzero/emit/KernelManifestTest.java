package dev.negzero.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.Specs;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelManifestTest {
    private static final KernelPlan PLAN = new KernelPlanner()
            .plan(Specs.of(
                    4,
                    Specs.sum("sum", DType.BF16, Protocol.AUTO),
                    Specs.sum("wide", DType.F64, Protocol.LAMPORT),
                    Specs.barrier("wait")));
    private static final KernelManifest MANIFEST =
            new KernelManifest(PLAN, Map.of(Platform.CUDA, "c0ffee", Platform.HIP, "beef"));
    private static final String JSON = MANIFEST.toJson();

    private static String failure(String json) {
        return assertThrows(ManifestException.class, () -> KernelManifest.parse(json))
                .getMessage();
    }

    private static String changed(String before, String after) {
        assertTrue(JSON.contains(before), before);
        return JSON.replace(before, after);
    }

    @Test
    void comesBackAsItWas() {
        KernelManifest read = KernelManifest.parse(JSON);
        assertEquals(MANIFEST, read);
        assertEquals(PLAN, read.plan());
        assertEquals(MANIFEST.digest(), read.digest());
        assertEquals(JSON, read.toJson());
    }

    @Test
    void knowsItsSources() {
        KernelManifest manifest =
                KernelManifest.of(new KernelPlanner().plan(Specs.of(2, Specs.sum("sum", DType.BF16, Protocol.AUTO))));
        assertEquals(
                KernelManifest.sha256(KernelEmitter.emit(manifest.plan(), Platform.CUDA)),
                manifest.sources().get(Platform.CUDA));
        assertEquals(
                KernelManifest.sha256(KernelEmitter.emit(manifest.plan(), Platform.HIP)),
                manifest.sources().get(Platform.HIP));
        assertEquals(manifest, KernelManifest.parse(manifest.toJson()));
    }

    @Test
    void everyChangeChangesTheDigest() {
        String digest = MANIFEST.digest();
        assertEquals(64, digest.length());
        assertNotEquals(digest, new KernelManifest(PLAN, Map.of(Platform.CUDA, "c0ffee")).digest());
        KernelPlan unverified = new KernelPlan(
                PLAN.packageName(),
                PLAN.flatName(),
                PLAN.sourceName(),
                PLAN.groupSize(),
                PLAN.scope(),
                false,
                PLAN.layout(),
                PLAN.methods());
        assertNotEquals(digest, new KernelManifest(unverified, MANIFEST.sources()).digest());
    }

    @Test
    void unlimitedIsLeftOut() {
        assertTrue(JSON.endsWith("}\n"));
        assertTrue(!JSON.contains(Long.toString(Long.MAX_VALUE)));
    }

    @Test
    void textThatIsNoJson() {
        String message = failure("{ \"schema\": ");
        assertTrue(message.startsWith("the manifest is not JSON: "), message);
        assertEquals("manifest must be a JSON object", failure("[]"));
        assertEquals("manifest must be a JSON object", failure(""));
    }

    @Test
    void anotherSchema() {
        assertEquals(
                "the manifest has schema 99, this runtime reads schema 1: use the same negzero version for processor and"
                        + " runtime, then rebuild",
                failure(changed("\"schema\": 1,", "\"schema\": 99,")));
    }

    @Test
    void aMissingFieldIsNamedWithItsPath() {
        assertEquals("manifest has no field 'schema'", failure("{}"));
        assertEquals("manifest.methods[0] has no field 'width'", failure(changed("\"width\": 8", "\"breadth\": 8")));
        assertEquals(
                "manifest.methods[0].variants[0] has no field 'entryPoint'",
                failure(changed("\"entryPoint\": \"nz_sum_0_lamport_one_shot\"", "\"entry\": \"x\"")));
        assertEquals(
                "manifest has no field 'digest'", failure(JSON.replaceFirst(",\\s*\"digest\": \"[0-9a-f]{64}\"", "")));
    }

    @Test
    void aFieldOfAnotherTypeIsNamedWithWhatWasFound() {
        assertEquals(
                "manifest.groupSize must be a whole number, found \"four\"",
                failure(changed("\"groupSize\": 4", "\"groupSize\": \"four\"")));
        assertEquals(
                "manifest.groupSize must be a whole number, found 4.5",
                failure(changed("\"groupSize\": 4", "\"groupSize\": 4.5")));
        assertEquals(
                "manifest.groupSize must be a 32-bit number, found 4294967300",
                failure(changed("\"groupSize\": 4", "\"groupSize\": 4294967300")));
        assertEquals(
                "manifest.verify must be true or false, found \"true\"",
                failure(changed("\"verify\": true", "\"verify\": \"true\"")));
        assertEquals(
                "manifest.package must be a text, found 7",
                failure(changed("\"package\": \"com.acme\"", "\"package\": 7")));
        assertEquals(
                "manifest.layout must be a JSON object",
                failure(JSON.replaceFirst("(?s)\"layout\": \\{.*?\\}\\s*\\}", "\"layout\": 1")));
        assertEquals(
                "manifest.methods must be a list, found {}",
                failure(JSON.replaceFirst("(?s)\"methods\": \\[.*?\\n  \\]", "\"methods\": {}")));
    }

    @Test
    void anUnknownConstantIsNamedWithTheKnownOnes() {
        assertEquals(
                "manifest.scope must be one of [SYSTEM, DEVICE], found \"GALAXY\"",
                failure(changed("\"scope\": \"SYSTEM\"", "\"scope\": \"GALAXY\""))
                        .replaceAll("one of \\[.*\\]", "one of [SYSTEM, DEVICE]"));
        assertTrue(failure(changed("\"dtype\": \"F64\"", "\"dtype\": \"F65\""))
                .startsWith("manifest.methods[1].dtype must be one of [BF16, "));
    }

    @Test
    void aChangedManifestIsRefused() {
        KernelPlan other = new KernelPlan(
                "com.other",
                PLAN.flatName(),
                PLAN.sourceName(),
                PLAN.groupSize(),
                PLAN.scope(),
                PLAN.verify(),
                PLAN.layout(),
                PLAN.methods());
        assertEquals(
                "the manifest states digest " + MANIFEST.digest() + " but its content has digest "
                        + new KernelManifest(other, MANIFEST.sources()).digest()
                        + ": it was changed after it was generated; rebuild the module",
                failure(changed("\"package\": \"com.acme\"", "\"package\": \"com.other\"")));
    }
}
