package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk is full, or the process may not write files as long: whoever needs the room is told, its peers are told that it
 * failed, nothing is left over, and what is small enough works afterwards.
 */
@Timeout(240)
class FullDiskTest {
    private static final int TOO_MUCH = 80 << 20;

    private enum Limit {
        /** A file system of 40 MiB that only the child sees. */
        SMALL_DISK("mount -t tmpfs -o size=40m none \"$0\" && exec \"$@\"", "unshare", "-r", "-m"),
        /** Files of 65536 blocks, of 512 or 1024 bytes. */
        SHORT_FILES("ulimit -f 65536 && exec \"$@\"");

        private final String script;
        private final List<String> before;

        Limit(String script, String... before) {
            this.script = script;
            this.before = List.of(before);
        }

        List<String> command(Path folder, List<String> program) {
            List<String> command = new ArrayList<>(before);
            command.addAll(List.of("sh", "-c", script, folder.toString()));
            command.addAll(program);
            return command;
        }
    }

    @TempDir
    Path folder;

    private String output(List<String> command, int status) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), output);
            assertEquals(status, process.exitValue(), output);
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    private boolean possible(Limit limit) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(limit.command(folder, List.of("true")))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoNeedsTheRoomIsTold(Limit limit) throws IOException, InterruptedException {
        boolean possible = possible(limit);
        if (!possible) {
            System.out.println("skipped: this user may not make a " + limit + " by " + limit.script);
        }
        assumeTrue(possible);
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-Dnegzero.engine=host",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskMain.class.getName(),
                folder.toString(),
                Integer.toString(TOO_MUCH));
        List<String> said =
                new ArrayList<>(output(limit.command(folder, java), 0).lines().toList());
        // Both ask for the room: one finds none, and the other finds none either or hears of it.
        String first = said.remove(0);
        assertTrue(
                List.of("regions [NZ703, NZ814 names the file]", "regions [NZ814 names the file]")
                        .contains(first),
                first);
        assertEquals(
                List.of(
                        "regions left over 0",
                        "regions [right]",
                        "regions left over 0",
                        "cache chosen NZ839",
                        "cache not chosen went on",
                        "cache left over 0",
                        "cache small went on",
                        "cache found true"),
                said);
    }
}
