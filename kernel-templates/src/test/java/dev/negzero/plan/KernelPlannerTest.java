package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KernelPlannerTest {
    private static KernelPlan plan(CollectiveSpec spec) {
        return new KernelPlanner().plan(spec);
    }

    private static MethodPlan only(DType dtype, Protocol protocol, int groupSize) {
        return plan(Specs.of(groupSize, Specs.sum("sum", dtype, protocol)))
                .methods()
                .get(0);
    }

    private static List<Algorithm> algorithms(MethodPlan method) {
        return method.variants().stream().map(KernelVariant::algorithm).toList();
    }

    @Test
    void equalSpecsGiveEqualPlans() {
        CollectiveSpec spec = Specs.of(4, Specs.sum("sum", DType.F32, Protocol.AUTO), Specs.barrier("wait"));
        assertEquals(plan(spec), plan(spec));
        assertEquals("META-INF/negzero/com/acme/Outer_Sums", plan(spec).resourceStem());
    }

    @Test
    void anUnnamedPackageHasNoFolder() {
        KernelPlan plan = plan(Specs.of(2, Specs.barrier("wait")));
        KernelPlan unnamed =
                new KernelPlan("", "Sums", "Sums", 2, plan.scope(), plan.verify(), plan.layout(), plan.methods());
        assertEquals("META-INF/negzero/Sums", unnamed.resourceStem());
    }

    @Test
    void autoHasEveryAlgorithmAndLamportForFloatsOnly() {
        assertEquals(
                List.of(
                        Algorithm.LAMPORT_ONE_SHOT,
                        Algorithm.SIGNAL_ONE_STAGE,
                        Algorithm.SIGNAL_TWO_STAGE,
                        Algorithm.MAILBOX_ONE_SHOT),
                algorithms(only(DType.BF16, Protocol.AUTO, 2)));
        assertEquals(
                List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.SIGNAL_TWO_STAGE, Algorithm.MAILBOX_ONE_SHOT),
                algorithms(only(DType.I32, Protocol.AUTO, 2)));
    }

    @Test
    void aProtocolByNameHasItsAlgorithmsOnly() {
        assertEquals(List.of(Algorithm.LAMPORT_ONE_SHOT), algorithms(only(DType.F32, Protocol.LAMPORT, 2)));
        assertEquals(List.of(Algorithm.MAILBOX_ONE_SHOT), algorithms(only(DType.F32, Protocol.MAILBOX, 2)));
        assertEquals(
                List.of(Algorithm.SIGNAL_ONE_STAGE, Algorithm.SIGNAL_TWO_STAGE),
                algorithms(only(DType.F32, Protocol.SIGNAL, 2)));
        MethodPlan barrier = plan(Specs.of(2, Specs.barrier("wait"))).methods().get(0);
        assertEquals(List.of(Algorithm.SIGNAL_BARRIER), algorithms(barrier));
        assertEquals(List.of(), barrier.auto());
    }

    @Test
    void byNameAProtocolCarriesAllOfMaxBytesAndUnderAutoItsCrossover() {
        long byName = only(DType.F32, Protocol.MAILBOX, 8)
                .variant(Algorithm.MAILBOX_ONE_SHOT)
                .limitBytes();
        long auto = only(DType.F32, Protocol.AUTO, 8)
                .variant(Algorithm.MAILBOX_ONE_SHOT)
                .limitBytes();
        assertEquals(Specs.MAX_BYTES, byName);
        assertEquals(Tuning.shipped().crossover(Operation.ALL_REDUCE, Algorithm.MAILBOX_ONE_SHOT, 8), auto);
        assertTrue(auto < byName);
        assertEquals(
                Long.MAX_VALUE,
                only(DType.F32, Protocol.AUTO, 8)
                        .variant(Algorithm.SIGNAL_TWO_STAGE)
                        .limitBytes());
    }

    @Test
    void aMissingVariantIsNamed() {
        MethodPlan method = only(DType.F32, Protocol.MAILBOX, 2);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> method.variant(Algorithm.LAMPORT_ONE_SHOT));
        assertEquals("sum() has no variant lamport_one_shot", e.getMessage());
    }

    @Test
    void everyAutoTableEndsWithoutLimitAndStaysWithinTheVariants() {
        for (int groupSize = 2; groupSize <= 16; groupSize++) {
            MethodPlan method = only(DType.BF16, Protocol.AUTO, groupSize);
            for (String arch : List.of("any", "host")) {
                List<AutoRow> rows = method.auto().stream()
                        .filter(row -> row.arch().equals(arch))
                        .toList();
                assertEquals(Long.MAX_VALUE, rows.get(rows.size() - 1).upToBytes());
                for (AutoRow row : rows) {
                    assertTrue(
                            row.upToBytes() <= method.variant(row.algorithm()).limitBytes(), row::toString);
                    assertTrue(!row.evidence().isEmpty());
                }
            }
        }
    }

    @Test
    void regionsHoldTheLongestMessageOfEveryMethod() {
        KernelPlan plan = plan(Specs.of(
                4,
                Specs.sum("a", DType.F32, Protocol.LAMPORT),
                Specs.sum("b", DType.F32, Protocol.MAILBOX),
                Specs.sum("c", DType.F64, Protocol.LAMPORT),
                Specs.sum("d", DType.I8, Protocol.SIGNAL)));
        // Two shots put a quarter of the message into a slot, twice.
        assertEquals(Specs.MAX_BYTES / 2, plan.layout().lamportBytes());
        assertEquals(Specs.MAX_BYTES / 2, plan.layout().lamport64Bytes());
        assertEquals(Specs.MAX_BYTES / 4, plan.layout().mailboxWords());
        assertEquals(2 * Specs.MAX_BYTES, plan.layout().inboxBytes());
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                assertTrue(variant.shape().maxBlocks() <= plan.layout().maxBlocks());
            }
        }
    }

    @Test
    void regionsThatNoMethodUsesAreEmpty() {
        SignalLayout layout = plan(Specs.of(2, Specs.barrier("wait"))).layout();
        assertEquals(0, layout.lamportBytes() + layout.lamport64Bytes() + layout.mailboxWords() + layout.inboxBytes());
        assertEquals(layout.mailbox(), layout.total());
    }

    @Test
    void entryPointsAndDigestsTellMethodsApart() {
        KernelPlan plan = plan(Specs.of(
                2,
                Specs.method("f", "f(A)", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.AUTO, DType.F32, 4),
                Specs.method("f", "f(B)", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.AUTO, DType.F32, 4),
                Specs.method("g", "g(A)", Operation.ALL_REDUCE, ReduceOp.MAX, Protocol.AUTO, DType.F32, 4),
                Specs.method("h", "h(A)", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.AUTO, DType.F32, 2),
                Specs.method("\u00E9", "e(A)", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.AUTO, DType.F32, 4),
                Specs.method("u00E9", "u(A)", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.AUTO, DType.F32, 4)));
        Set<String> entryPoints = new HashSet<>();
        Set<Integer> digests = new HashSet<>();
        for (MethodPlan method : plan.methods()) {
            assertEquals(plan.methods().indexOf(method), method.index());
            assertNotEquals(0, method.digest());
            assertTrue(digests.add(method.digest()), method::key);
            for (KernelVariant variant : method.variants()) {
                assertTrue(entryPoints.add(variant.entryPoint()), variant::entryPoint);
                assertTrue(variant.entryPoint().matches("nz_[A-Za-z0-9_]+"), variant::entryPoint);
            }
        }
        assertEquals(
                "nz_f_0_lamport_one_shot",
                plan.methods().get(0).variants().get(0).entryPoint());
    }

    @Test
    void whatMakesMethodsIncompatibleIsInTheDigest() {
        Set<Integer> digests = new HashSet<>();
        for (DType dtype : List.of(DType.F32, DType.I32)) {
            for (ReduceOp op : List.of(ReduceOp.SUM, ReduceOp.MIN)) {
                for (int width : new int[] {1, 4}) {
                    digests.add(plan(Specs.of(
                                    2, Specs.method("f", "f()", Operation.ALL_REDUCE, op, Protocol.AUTO, dtype, width)))
                            .methods()
                            .get(0)
                            .digest());
                }
            }
        }
        assertEquals(8, digests.size());
    }

    @Test
    void packsCountThePartialOne() {
        MethodPlan method = only(DType.BF16, Protocol.AUTO, 2);
        assertEquals(16, method.packBytes());
        assertEquals(0, method.packs(0));
        assertEquals(1, method.packs(1));
        assertEquals(1, method.packs(8));
        assertEquals(2, method.packs(9));
    }
}
