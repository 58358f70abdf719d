package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.Tuning;
import dev.negzero.spec.Operation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What AUTO's table is measured with measures all that the table may name, and says what it has measured. */
class AlgorithmTimesTest {
    @Test
    void everyAlgorithmOfEveryTableHasAMethodOfItsOwn() {
        for (int ranks : List.of(2, 3, 8)) {
            KernelPlan plan = AlgorithmPlans.of(ranks, DType.BF16);
            Set<String> wanted = new TreeSet<>(Set.of(AlgorithmPlans.BARRIER));
            for (Operation operation : AlgorithmPlans.OPERATIONS) {
                for (AutoRow row : Tuning.shipped().auto(operation, ranks)) {
                    wanted.add(AlgorithmPlans.name(operation, row.algorithm()));
                }
            }
            Set<String> names = plan.methods().stream().map(MethodPlan::name).collect(Collectors.toSet());
            wanted.removeAll(names);
            assertEquals(Set.of(), wanted, ranks + " ranks");
            plan.methods().forEach(method -> assertEquals(1, method.variants().size(), method.name()));
        }
    }

    @Test
    void everyTableIsMeasuredByOneOfItsOperations() {
        for (Operation operation : Operation.values()) {
            if (operation.hasData()) {
                assertEquals(
                        1,
                        AlgorithmPlans.OPERATIONS.stream()
                                .map(Operation::ways)
                                .distinct()
                                .filter(operation.ways()::equals)
                                .count(),
                        operation.id());
            }
        }
    }

    /** Else a table would be cut off where it ends now, and no measurement could show that it should go on. */
    @Test
    void boundedAlgorithmsReachBeyondTheirCrossovers() {
        for (MethodPlan method : AlgorithmPlans.of(4, DType.BF16).methods()) {
            KernelVariant variant = method.variants().get(0);
            long limit = variant.algorithm().protocol() == Protocol.SIGNAL ? Long.MAX_VALUE : AlgorithmPlans.REACH;
            assertEquals(limit, variant.limitBytes(), method.name());
        }
    }

    @Test
    void aLineNamesTheAlgorithmAndTheSegmentsBytes() {
        List<String> lines =
                run("host", "3", "bf16", "2", "4", "64", "256", "4", "broadcast", "all_to_all_by_mailbox_one_shot");
        assertEquals(
                List.of(
                        "3,bf16,broadcast,mailbox_one_shot,64,0",
                        "3,bf16,broadcast,signal_one_stage,64,0",
                        "3,bf16,broadcast,signal_two_stage,64,0",
                        "3,bf16,broadcast,mailbox_one_shot,256,0",
                        "3,bf16,broadcast,signal_one_stage,256,0",
                        "3,bf16,broadcast,signal_two_stage,256,0",
                        "3,bf16,all_to_all,mailbox_one_shot,64,0",
                        "3,bf16,all_to_all,mailbox_one_shot,256,0"),
                lines.stream()
                        .map(line -> line.replaceFirst(",[0-9.]+,([0-9]+)$", ",$1"))
                        .toList());
    }

    @Test
    void anUnknownMethodIsNamed() {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> AlgorithmTimes.main(new String[] {"host", "2", "f32", "0", "1", "64", "64", "2", "gather"}));
        assertEquals("no operation or method gather", e.getMessage());
    }

    private static List<String> run(String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AlgorithmTimes.run(args, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
