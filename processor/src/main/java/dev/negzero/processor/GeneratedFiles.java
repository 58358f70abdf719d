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
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/**
 * What is generated for one interface. Everything is made before anything is written.
 *
 * @param resources paths and texts, in the order in which they are written
 * @param launcher the Java source
 */
record GeneratedFiles(Map<String, String> resources, JavaFile launcher) {

    /** Emits an interface in which the rules found nothing, by its plan. */
    static GeneratedFiles of(Reading reading, KernelPlan plan) {
        KernelManifest manifest = KernelManifest.of(plan);
        Map<String, String> resources = new LinkedHashMap<>();
        for (Platform platform : manifest.sources().keySet()) {
            resources.put(plan.resourceStem() + platform.extension(), KernelEmitter.emit(plan, platform));
        }
        if (reading.facts().deviceHeader()) {
            resources.put(plan.resourceStem() + PrimitivesEmitter.EXTENSION, PrimitivesEmitter.emit(plan));
        }
        resources.put(plan.resourceStem() + ".json", manifest.toJson());
        JavaFile launcher = LauncherEmitter.emit(reading.spec(), plan, manifest.digest(), reading.facts());
        return new GeneratedFiles(resources, launcher);
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
            writeResource(filer, origin, resource.getKey(), resource.getValue());
        }
        try (Writer out = filer.createSourceFile(launcherName(), origin).openWriter()) {
            launcher.writeTo(out);
        } catch (IOException e) {
            throw new OutputException(launcherName() + ".java", e);
        }
    }

    private String launcherName() {
        String name = launcher.typeSpec().name();
        return launcher.packageName().isEmpty() ? name : launcher.packageName() + "." + name;
    }

    /** As UTF-8 whatever the compiler's encoding is. */
    private static void writeResource(Filer filer, TypeElement origin, String path, String text)
            throws OutputException {
        try (OutputStream out = filer.createResource(StandardLocation.CLASS_OUTPUT, "", path, origin)
                .openOutputStream()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OutputException(path, e);
        }
    }
}
