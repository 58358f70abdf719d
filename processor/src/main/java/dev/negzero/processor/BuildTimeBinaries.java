package dev.negzero.processor;

import dev.negzero.emit.KernelBinaries;
import dev.negzero.emit.KernelBinaries.Kind;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Compiles an interface's CUDA source while the interface is compiled, for {@code -Anegzero.nvcc=}. Machines that run it
 * then need no CUDA compiler.
 */
final class BuildTimeBinaries {
    /** A compiler that isn't done by then hangs. */
    private static final int MINUTES = 10;

    private static final int NO_STATUS = -1;

    private record Target(Kind kind, int capability) {}

    /** Machine code for the two architectures that the sources are tested for, and a text for all that come after. */
    private static final List<Target> TARGETS =
            List.of(new Target(Kind.CUBIN, 80), new Target(Kind.CUBIN, 90), new Target(Kind.PTX, 80));

    private final Path nvcc;

    /**
     * A compiler.
     *
     * @param nvcc its path
     */
    BuildTimeBinaries(String nvcc) {
        this.nvcc = Path.of(nvcc);
    }

    /**
     * Compiles a source.
     *
     * @return resources and their content; the index is the last
     * @throws OutputException naming the binary that can't be made, with what the compiler said
     */
    Map<String, byte[]> compile(KernelPlan plan, String source) throws OutputException {
        String stem = plan.resourceStem();
        String index = KernelBinaries.indexResource(stem);
        try {
            Path folder = Files.createTempDirectory("negzero-nvcc");
            try {
                Files.writeString(folder.resolve(source(plan)), source);
                Map<String, byte[]> resources = new LinkedHashMap<>();
                List<KernelBinaries.Entry> entries = new ArrayList<>();
                for (Target target : TARGETS) {
                    KernelBinaries.Entry named = new KernelBinaries.Entry(target.kind(), target.capability(), "");
                    byte[] image = compile(folder, plan, named.resource(stem), target);
                    resources.put(named.resource(stem), image);
                    entries.add(new KernelBinaries.Entry(target.kind(), target.capability(), sha256(image)));
                }
                String sourceSha256 = sha256(source.getBytes(StandardCharsets.UTF_8));
                String text = new KernelBinaries(sourceSha256, entries).toText();
                resources.put(index, text.getBytes(StandardCharsets.UTF_8));
                return resources;
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new OutputException(index, e);
        }
    }

    private static String source(KernelPlan plan) {
        return plan.flatName() + Platform.CUDA.extension();
    }

    private byte[] compile(Path folder, KernelPlan plan, String resource, Target target)
            throws IOException, OutputException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(nvcc.toString()));
        command.addAll(
                target.kind() == Kind.CUBIN
                        ? List.of("-cubin", "-arch=sm_" + target.capability())
                        : List.of("-ptx", "-arch=compute_" + target.capability()));
        command.addAll(Platform.CUDA.flags());
        command.addAll(List.of("-o", "image", source(plan)));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = await(process);
        if (status != 0 || !Files.exists(folder.resolve("image"))) {
            String said = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
            String end =
                    status == NO_STATUS ? "was not done in " + MINUTES + " minutes" : "ended with status " + status;
            throw new OutputException(resource, new IOException(nvcc + " " + end + ": " + said));
        }
        byte[] image = Files.readAllBytes(folder.resolve("image"));
        Files.delete(folder.resolve("image"));
        return image;
    }

    private static int await(Process process) {
        try {
            if (process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        return NO_STATUS;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
