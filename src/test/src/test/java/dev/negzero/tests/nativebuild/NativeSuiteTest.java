package dev.negzero.tests.nativebuild;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
import dev.negzero.tests.nativebuild.NativeBuild.Sanitizer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The emitted kernels as plain C++: every thread of every block of every rank a real thread, random sequences of calls,
 * results compared bit by bit with a reference of their own, and faults on purpose. Every group size from 2 to 8.
 */
@Tag("native")
class NativeSuiteTest {
    private static final String CALLS = "mixed,rotation,wrap";
    /** What chance would hardly ever bring about between the two sides of a hand-off. */
    private static final String HAND_OFFS = "epochs,struck,stuck";

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration LONG = Duration.ofSeconds(60);
    /** Deadline where ranks are to run into it: long enough for a live rank on a busy machine. */
    private static final Duration SHORT = Duration.ofMillis(2500);

    private static KernelPlan small(int groupSize, int blocks) {
        return NativePlans.of(groupSize)
                .blocks(blocks)
                .reduce(DType.BF16, 8, ReduceOp.SUM)
                .reduce(DType.F32, 1, ReduceOp.AVG)
                .barrier("barrier")
                .plan();
    }

    private static NativeSuite suite(String name, KernelPlan plan, Sanitizer sanitizer) {
        return NativeSuite.build(NativeBuild.of(name, plan, sanitizer));
    }

    private static void calls(NativeSuite suite, int calls) {
        suite.run(CALLS, NativeSuite.SEED, calls, LONG, LIMIT).expectSuccess();
    }

    private static void faults(NativeSuite suite) {
        suite.run("dead,lonely", NativeSuite.SEED, 0, SHORT, LIMIT).expectSuccess();
        suite.run(NativeSuite.DISAGREEING, NativeSuite.SEED, 0, LONG, LIMIT).expectSuccess();
    }

    /** Every operation by every protocol. */
    @Test
    void threadSanitizerThreeRanksInEveryOperation() {
        NativeSuite suite = suite("thread3", NativePlans.everyOperation(3), Sanitizer.THREAD);
        calls(suite, 160);
        suite.run(HAND_OFFS, NativeSuite.SEED, 0, LONG, LIMIT).expectSuccess();
        suite.run("dead,lonely", NativeSuite.SEED, 0, SHORT, LIMIT).expectSuccess();
    }

    @Test
    void threadSanitizerTwoRanks() {
        NativeSuite suite = suite("thread2", NativePlans.mixed(2), Sanitizer.THREAD);
        calls(suite, 160);
        faults(suite);
    }

    @Test
    void threadSanitizerFourRanksWithoutSignatures() {
        KernelPlan plan = NativePlans.of(4)
                .unverified()
                .blocks(1)
                .reduce(DType.F16, 4, ReduceOp.SUM)
                .by(Protocol.MAILBOX, Operation.SCATTER, DType.BF16, 8)
                .by(Protocol.MAILBOX, Operation.GATHER, DType.I32, 4)
                .all(Operation.REDUCE, DType.BF16, 2)
                .counted(Protocol.MAILBOX, Operation.ALL_TO_ALL, DType.U8, 8)
                .all(Operation.SEND, DType.F64, 1)
                .barrier("barrier")
                .plan();
        calls(suite("thread4", plan, Sanitizer.THREAD), 80);
    }

    @Test
    void threadSanitizerEightRanks() {
        calls(suite("thread8", small(8, 1), Sanitizer.THREAD), 12);
    }

    @Test
    void addressSanitizerTwoRanksInEveryOperation() {
        NativeSuite suite = suite("address2", NativePlans.everyOperation(2), Sanitizer.ADDRESS);
        calls(suite, 400);
        suite.run(HAND_OFFS, NativeSuite.SEED, 0, LONG, LIMIT).expectSuccess();
        suite.run("dead,lonely", NativeSuite.SEED, 0, SHORT, LIMIT).expectSuccess();
    }

    @Test
    void addressSanitizerFiveRanks() {
        NativeSuite suite = suite("address5", small(5, 2), Sanitizer.ADDRESS);
        calls(suite, 60);
        faults(suite);
    }

    /** What disagreeing ranks are told, for every operation. */
    @Test
    void optimisedTwoRanksInEveryOperation() {
        NativeSuite suite = suite("plain2", NativePlans.everyOperation(2), Sanitizer.NONE);
        calls(suite, 800);
        suite.run(NativeSuite.DISAGREEING, NativeSuite.SEED, 0, LONG, LIMIT).expectSuccess();
    }

    @Test
    void optimisedSixRanks() {
        calls(suite("plain6", small(6, 2), Sanitizer.NONE), 40);
    }

    @Test
    void optimisedSevenRanks() {
        calls(suite("plain7", small(7, 2), Sanitizer.NONE), 40);
    }

    @Test
    void optimisedEightRanksInEveryOperation() {
        calls(suite("plain8", NativePlans.everyOperation(8), Sanitizer.NONE), 60);
    }
}
