package dev.negzero.benchmarks;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/**
 * The part of the processor's work that is kernel text: the sources of both platforms and the manifest with their digests, made
 * from plans that are there already and written through the compiler.
 */
@SupportedAnnotationTypes("dev.negzero.annotations.Collective")
final class KernelTextProcessor extends AbstractProcessor {
    private final List<KernelPlan> plans;
    private boolean written;

    /** Writes these plans' texts in the first round. */
    KernelTextProcessor(List<KernelPlan> plans) {
        this.plans = plans;
    }

    /** Plans of the interfaces of {@link ProcessorBenchmark}. */
    static List<KernelPlan> plans(int types) {
        List<KernelPlan> plans = new ArrayList<>();
        for (int i = 0; i < types; i++) {
            List<MethodSpec> methods = List.of(
                    method("meet", Operation.BARRIER, Protocol.SIGNAL),
                    method("sum", Operation.ALL_REDUCE, Protocol.AUTO));
            plans.add(new KernelPlanner()
                    .plan(new CollectiveSpec(
                            "com.acme",
                            "Sums" + i,
                            "Sums" + i,
                            TypeShape.PLAIN,
                            DType.BF16,
                            8,
                            2,
                            Scope.SYSTEM,
                            8 << 20,
                            true,
                            methods,
                            List.of())));
        }
        return plans;
    }

    private static MethodSpec method(String name, Operation operation, Protocol protocol) {
        return new MethodSpec(
                name,
                name + "()",
                List.of("Sums"),
                List.of(operation),
                ReduceOp.SUM,
                protocol,
                List.of(DType.BF16),
                8,
                8 << 20,
                MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), List.of()));
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (!written) {
            written = true;
            plans.forEach(this::write);
        }
        return true;
    }

    private void write(KernelPlan plan) {
        Map<Platform, String> texts = KernelEmitter.emitForGpus(plan);
        texts.forEach((platform, text) -> write(plan.resourceStem() + platform.extension(), text));
        write(plan.resourceStem() + ".json", KernelManifest.of(plan, texts).toJson());
    }

    private void write(String path, String text) {
        try (OutputStream out = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", path)
                .openOutputStream()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
