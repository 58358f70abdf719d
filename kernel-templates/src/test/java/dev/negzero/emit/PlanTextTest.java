package dev.negzero.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The text of a plan that has every operation and every part of a region. */
class PlanTextTest {
    private static final KernelPlan PLAN = plan();

    private static KernelPlan plan() {
        List<MethodSpec> methods = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            methods.add(method(operation.methodName(), operation, DType.BF16, Protocol.AUTO, List.of()));
        }
        List<ParameterSpec> counts =
                List.of(new ParameterSpec("counts", "long[]", ParameterSpec.Kind.LONG_ARRAY, "", false, false, false));
        methods.add(method("gatherv", Operation.ALL_GATHER, DType.I8, Protocol.AUTO, counts));
        methods.add(method("triples", Operation.ALL_REDUCE, DType.F16, Protocol.MAILBOX, List.of()));
        methods.add(method("wide", Operation.REDUCE_SCATTER, DType.F64, Protocol.LAMPORT, List.of()));
        methods.sort(Comparator.comparing(MethodSpec::name));
        CollectiveSpec spec = new CollectiveSpec(
                "",
                "Every",
                "Every",
                TypeShape.PLAIN,
                DType.BF16,
                8,
                4,
                Scope.DEVICE,
                1 << 16,
                true,
                methods,
                List.of());
        return new KernelPlanner().plan(spec);
    }

    private static MethodSpec method(
            String name, Operation operation, DType dtype, Protocol protocol, List<ParameterSpec> parameters) {
        return new MethodSpec(
                name,
                name + "()",
                List.of("Every"),
                List.of(operation),
                ReduceOp.MAX,
                protocol,
                List.of(dtype),
                16 / dtype.bytes(),
                1 << 16,
                operation.isRooted() ? 3 : MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), parameters));
    }

    private static List<String> lines() {
        return PlanText.of(new KernelManifest(PLAN, Map.of(Platform.CUDA, "0")));
    }

    @Test
    void everyPartOfTheRegionIsThereWithoutGaps() {
        long next = 0;
        TreeSet<String> names = new TreeSet<>();
        for (String line : lines()) {
            if (line.matches(" +\\d+ +\\d+  .*")) {
                String[] fields = line.strip().split(" +", 3);
                assertEquals(next, Long.parseLong(fields[0]), line);
                next += Long.parseLong(fields[1]);
                assertTrue(names.add(fields[2]), line);
            }
        }
        assertEquals(PLAN.layout().total(), next);
        assertEquals(15, names.size(), names::toString);
    }

    @Test
    void operationsSayWhatIsFixed() {
        String text = String.join("\n", lines());
        for (String part : List.of(
                "allReduce      all-reduce MAX           BF16         8 ",
                "reduce         reduce MAX root 3        BF16         8 ",
                "gatherv        all-gather counts/rank   I8          16 ",
                "broadcast      broadcast root 3         BF16         8 ",
                "send           send                     BF16         8 ",
                "barrier        barrier                  BF16         8 ",
                "wide           reduce-scatter MAX       F64          2 ")) {
            assertTrue(text.contains("\n" + part), () -> part + " in\n" + text);
        }
    }

    @Test
    void everyTableIsThere() {
        String text = String.join("\n", lines());
        PLAN.methods().forEach(method -> {
            method.variants().forEach(variant -> assertTrue(text.contains("  " + variant.entryPoint() + "\n")));
            assertEquals(
                    !method.auto().isEmpty(), text.contains("\nAUTO table of " + method.key() + "\n"), method.key());
        });
    }
}
