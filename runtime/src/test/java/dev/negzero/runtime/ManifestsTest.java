package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelManifest;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A launcher opens with the manifest that was generated with it, and with no other. */
class ManifestsTest {
    private static final String STEM = "META-INF/negzero/com/acme/ManifestsTest";
    private static final KernelManifest MANIFEST =
            KernelManifest.of(Plans.single(2, DType.F32, ReduceOp.SUM, dev.negzero.runtime.Path.LAMPORT));

    private Path file;

    @BeforeEach
    void write() throws IOException, URISyntaxException {
        URI root = ManifestsTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        file = Path.of(root).resolve(STEM + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, MANIFEST.toJson());
    }

    @AfterEach
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private static Launcher.Info info(int schema, String digest) {
        return new Launcher.Info("com.acme.Sums", STEM, schema, digest);
    }

    private static String refused(Launcher.Info info) {
        try (Group group = Group.open(2)) {
            return assertThrows(
                            LoadingException.class, () -> Communicator.open(group.rank(0), ManifestsTest.class, info))
                    .getMessage();
        }
    }

    @Test
    void opens() {
        try (Group group = Group.open(2)) {
            Communicator[] communicators = Communicator.openAll(group, ManifestsTest.class, info(1, MANIFEST.digest()));
            group.run(rank -> new Counting(rank, 10).check(communicators[rank.index()], 0, 1, 10));
        }
    }

    @Test
    void anotherSchema() {
        assertEquals(
                "NZ804: launcher and runtime are of different versions; found launcher of com.acme.Sums with schema 2,"
                        + " runtime with schema 1; use the same negzero version for the processor and the runtime, and"
                        + " recompile",
                refused(info(2, MANIFEST.digest())));
    }

    @Test
    void anotherCompilation() {
        assertEquals(
                "NZ805: launcher and manifest don't belong together; found launcher of com.acme.Sums with digest 1234, "
                        + STEM + ".json with digest " + MANIFEST.digest()
                        + "; clean and recompile, so that both come from one compilation",
                refused(info(1, "1234")));
    }

    @Test
    void missing() throws IOException {
        Files.delete(file);
        assertEquals(
                "NZ802: the manifest of the launcher is missing; found no resource " + STEM + ".json beside"
                        + " dev.negzero.runtime.ManifestsTest; package the compiler's META-INF/negzero output beside the"
                        + " classes",
                refused(info(1, MANIFEST.digest())));
    }

    @Test
    void unreadable() throws IOException {
        Files.writeString(file, "{");
        String text = refused(info(1, MANIFEST.digest()));
        assertTrue(
                text.startsWith("NZ803: the manifest of the launcher can't be read; found " + STEM + ".json: "), text);
        assertTrue(text.endsWith("; recompile the annotated interface"), text);
    }
}
