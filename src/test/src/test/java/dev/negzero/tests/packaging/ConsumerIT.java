package dev.negzero.tests.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.tests.tools.Program;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** P20, P21: a project outside the reactor, built by Maven from the artifacts alone; changed and built again without a clean. */
class ConsumerIT {
    private static final String RESOURCES = "target/classes/META-INF/negzero/com/acme/";

    private static final List<String> BINDINGS = List.of(
            "jcuda-[0-9.]+jar",
            "jcuda-natives-[0-9.]+-linux-x86_64.jar",
            "jna-[0-9.]+jar",
            "jffi-[0-9.]+jar",
            "jffi-[0-9.]+-native.jar");

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void copyTheProjectAndPublish() throws IOException {
        project = folder.resolve("consumer");
        copy(Path.of("consumer"), project);
        publish("negzero-parent", Path.of("../../pom.xml"), null);
        publish("negzero-bom", Path.of("../../bom/pom.xml"), null);
        for (String module : Artifacts.WITH_JARS) {
            publish("negzero-" + module, Artifacts.pom(module), Artifacts.jar(module));
        }
        // What else the build needs comes from the repository that built this project; nothing is asked of a network.
        Files.writeString(
                folder.resolve("settings.xml"),
                "<settings><mirrors><mirror><id>local</id><mirrorOf>*</mirrorOf><url>"
                        + Path.of(System.getProperty("negzero.repository")).toUri()
                        + "</url></mirror></mirrors></settings>");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private void publish(String artifact, Path pom, Path jar) throws IOException {
        Path to = folder.resolve("repository/dev/negzero/" + artifact + "/" + Artifacts.VERSION);
        Files.createDirectories(to);
        String stem = artifact + "-" + Artifacts.VERSION;
        Files.copy(pom, to.resolve(stem + ".pom"));
        if (jar != null) {
            Files.copy(jar, to.resolve(stem + ".jar"));
        }
    }

    private void build() {
        build(project);
    }

    private void build(Path project) {
        Program.run(
                        project,
                        Tools.require("mvn").toString(),
                        "-B",
                        "-q",
                        "-s",
                        folder.resolve("settings.xml").toString(),
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
                        "-Dmaven.test.skip=true",
                        "package")
                .assertSucceeds();
    }

    private Program runJar() {
        return Jdk.here().java(project, List.of("-jar", "target/consumer.jar")).assertSucceeds();
    }

    private void edit(String file, String from, String to) throws IOException {
        Path path = project.resolve("src/main/java/com/acme/" + file);
        String text = Files.readString(path);
        assertTrue(text.contains(from), text);
        Files.writeString(path, text.replace(from, to));
    }

    private String output(String file) throws IOException {
        return Files.readString(project.resolve(RESOURCES + file));
    }

    private boolean exists(String path) {
        return Files.exists(project.resolve(path));
    }

    /** A second build, in a folder of another name and depth, gives the same jar. */
    private void isReproducible() throws IOException {
        Path second = Files.createDirectories(folder.resolve("another")).resolve("checkout");
        copy(Path.of("consumer"), second);
        build(second);
        String jar = "target/consumer.jar";
        assertEquals(entries(project.resolve(jar)), entries(second.resolve(jar)));
        assertEquals(-1, Files.mismatch(project.resolve(jar), second.resolve(jar)), "bytes of the jars");
    }

    /** With their native parts, in the BOM's versions. */
    private void hasTheBindings() throws IOException {
        try (Stream<Path> jars = Files.list(project.resolve("target/lib"))) {
            List<String> names = jars.map(jar -> jar.getFileName().toString()).toList();
            for (String binding : BINDINGS) {
                assertTrue(names.stream().anyMatch(name -> name.matches(binding)), binding + " in " + names);
            }
        }
    }

    /** Names and checksums: a difference is then printed by the entry. */
    private static List<String> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName() + " " + Long.toHexString(entry.getCrc()))
                    .toList();
        }
    }

    @Test
    void packagesRunsAndIsRebuiltAfterChanges() throws IOException {
        build();
        hasTheBindings();
        isReproducible();
        String expected = "rank 0 received [3.0, 20.0, -1.0]\nrank 1 received [3.0, 20.0, -1.0]\n";
        assertEquals(expected, runJar().output());

        String meetings = output("Meetings.json");
        String sums = output("Sums.json");
        edit("Sums.java", "groupSize = 2)", "groupSize = 2, maxBytes = 4096)");
        build();
        assertNotEquals(sums, output("Sums.json"), "changed");
        assertEquals(meetings, output("Meetings.json"), "not changed");

        edit("Meetings.java", "interface Meetings", "interface Encounters");
        Files.move(
                project.resolve("src/main/java/com/acme/Meetings.java"),
                project.resolve("src/main/java/com/acme/Encounters.java"));
        build();
        assertTrue(exists(RESOURCES + "Encounters.json"), "renamed");
        assertFalse(exists("target/classes/com/acme/MeetingsLauncher.class"), "renamed");

        Files.delete(project.resolve("src/main/java/com/acme/Encounters.java"));
        build();
        assertFalse(exists("target/classes/com/acme/EncountersLauncher.class"), "deleted");
        assertEquals(expected, runJar().output());
    }
}
