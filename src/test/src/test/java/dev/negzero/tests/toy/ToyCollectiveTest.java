package dev.negzero.tests.toy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.tests.tools.Clang;
import dev.negzero.tests.tools.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/adding-a-collective.md, done: a toy collective that shifts elements round the ring of ranks goes into a copy of the
 * product by the files that the page lists, and a user's program calls it. Its interface has a method for each algorithm.
 */
class ToyCollectiveTest {
    private static final Path PAGE = Path.of("../../docs/adding-a-collective.md");
    private static final int MOST_FILES = 4;
    private static final String DEVICE = "kernel-templates/src/main/resources/negzero/device";
    private static final String ANNOTATIONS = "annotations/src/main/java/dev/negzero/annotations";
    private static final String OPERATION = "kernel-templates/src/main/java/dev/negzero/spec/Operation.java";
    private static final String COMMUNICATOR = "runtime/src/main/java/dev/negzero/runtime/Communicator.java";
    private static final String STEM = "META-INF/negzero/com/acme/Ring";

    @TempDir
    private static Path folder;

    private static ToySources sources;
    private static ToyBuild build;

    @BeforeAll
    static void addTheToy() throws IOException {
        sources = ToySources.copy(folder.resolve("sources"))
                .add("Shift.java", ANNOTATIONS)
                .edit(OPERATION)
                .add("shift.cuh", DEVICE)
                .edit(COMMUNICATOR);
        build = new ToyBuild(folder, sources);
        build.user(ToySources.toy("Ring.java"), ToySources.toy("TrustedRing.java"), ToySources.toy("RingMain.java"));
    }

    @Test
    void touchesTheFilesThatThePageListsAndNoOther() throws IOException {
        List<String> touched = sources.touched();
        assertTrue(touched.size() <= MOST_FILES, touched::toString);
        assertEquals(touched, filesOfThePage());
    }

    private static List<String> filesOfThePage() throws IOException {
        List<String> files = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.matches("\\| \\d+ \\| `.*")) {
                files.add(line.split("`")[1]);
            }
        }
        return files.stream().sorted().toList();
    }

    @Test
    void movesTheBitsThatAPlainLoopMoves() {
        String seed = Long.toString(System.nanoTime());
        System.out.println("seed " + seed);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Program program =
                Program.run(folder, java, "-Dnegzero.engine=host", "-cp", build.runPath(), "com.acme.RingMain", seed);
        assertEquals("as a plain loop", program.assertSucceeds().output().strip());
    }

    @Test
    void kernelsNameItsAlgorithms() throws IOException {
        String kernels = Files.readString(build.generated(STEM + ".cu"));
        assertEquals(
                List.of(
                        "nz::shift_signal_one_stage<Kernel>(call);",
                        "nz::shift_mailbox_one_shot<Kernel>(call);",
                        "nz::shift_mailbox_one_shot<Kernel>(call);",
                        "nz::shift_signal_one_stage<Kernel>(call);",
                        "nz::shift_mailbox_triples<Kernel>(call);"),
                kernels.lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("nz::"))
                        .toList());
        String header = Files.readString(ToySources.toy("shift.cuh"));
        String body = header.substring(header.indexOf("namespace nz {"));
        assertTrue(kernels.contains("// ======== shift.cuh ========\n") && kernels.contains(body), kernels);
    }

    /** Without a GPU or a vendor's compiler. */
    @Test
    void kernelsCompile() {
        String kernels = build.generated(STEM + ".cu").toString();
        Program.run(folder, Clang.cuda("sm_80", "-O2", "-Werror", "-S", "-o", "ring.ptx", kernels))
                .assertSucceeds();
    }
}
