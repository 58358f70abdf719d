package dev.negzero.processor;

import com.palantir.javapoet.JavaFile;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.emit.PrimitivesEmitter;
import dev.negzero.plan.KernelPlan;
import dev.negzero.processor.launcher.LauncherEmitter;
import dev.negzero.processor.read.Reading;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/**
 * What is generated for one interface. Everything is made before anything is written.
 *
 * @param manifest all that the other files say, but their wording
 * @param resources paths and texts, in the order in which they are written
 * @param launcher the Java source
 */
record GeneratedFiles(KernelManifest manifest, Map<String, String> resources, JavaFile launcher) {

    /** Emits an interface in which the rules found nothing, by its plan. */
    static GeneratedFiles of(Reading reading, KernelPlan plan) {
        Map<Platform, String> texts = KernelEmitter.emitForGpus(plan);
        KernelManifest manifest = KernelManifest.of(plan, texts);
        Map<String, String> resources = new LinkedHashMap<>();
        texts.forEach((platform, text) -> resources.put(plan.resourceStem() + platform.extension(), text));
        if (reading.facts().deviceHeader()) {
            resources.put(plan.resourceStem() + PrimitivesEmitter.EXTENSION, PrimitivesEmitter.emit(plan));
        }
        KernelManifest.Text text = manifest.text();
        resources.put(plan.resourceStem() + ".json", text.json());
        JavaFile launcher = LauncherEmitter.emit(reading.spec(), plan, text.digest(), reading.facts());
        return new GeneratedFiles(manifest, resources, launcher);
    }

    /**
     * Writes all files; the launcher last, so that a failure leaves none that lacks its resources.
     *
     * @param filer of the processing environment
     * @param origin the interface: the one originating element of each file
     * @throws OutputException naming the file that can't be written
     */
    void write(Filer filer, TypeElement origin) throws OutputException {
        for (Map.Entry<String, String> resource : resources.entrySet()) {
            writeResource(filer, origin, resource.getKey(), resource.getValue().getBytes(StandardCharsets.UTF_8));
        }
        try (Writer out = filer.createSourceFile(launcherName(), origin).openWriter()) {
            out.write(ascii(launcher.toString()));
        } catch (IOException e) {
            throw new OutputException(launcherName() + ".java", e);
        }
    }

    private String launcherName() {
        String name = launcher.typeSpec().name();
        return launcher.packageName().isEmpty() ? name : launcher.packageName() + "." + name;
    }

    /** The compiler's encoding decides over the bytes of a source, and may lack letters of the user's names; escapes need none. */
    private static String ascii(String source) {
        if (source.chars().allMatch(c -> c < 0x80)) {
            return source;
        }
        StringBuilder ascii = new StringBuilder();
        for (char c : source.toCharArray()) {
            ascii.append(c < 0x80 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return ascii.toString();
    }

    /**
     * Compiles the kernels and writes the binaries, which the launcher can do without.
     *
     * @throws OutputException naming the file that can't be made or written
     */
    void writeBinaries(BuildTimeBinaries compiler, Filer filer, TypeElement origin) throws OutputException {
        KernelPlan plan = manifest.plan();
        String source = Objects.requireNonNull(resources.get(plan.resourceStem() + Platform.CUDA.extension()));
        for (Map.Entry<String, byte[]> binary : compiler.compile(plan, source).entrySet()) {
            writeResource(filer, origin, binary.getKey(), binary.getValue());
        }
    }

    private static void writeResource(Filer filer, TypeElement origin, String path, byte[] content)
            throws OutputException {
        try (OutputStream out = filer.createResource(StandardLocation.CLASS_OUTPUT, "", path, origin)
                .openOutputStream()) {
            out.write(content);
        } catch (IOException e) {
            throw new OutputException(path, e);
        }
    }
}
