package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hand-offs on the CUDA engine: their regions, and what their kernels are told. */
@Timeout(30)
class CudaHandOffTest {
    /** Elements that would fill more blocks than there is room for. */
    private static final int COUNT = 32 * 1024;

    private static MethodSpec method(Operation operation, Protocol protocol) {
        String name = operation.id() + protocol;
        return new MethodSpec(
                name,
                name + "()",
                List.of("Pairs"),
                List.of(operation),
                ReduceOp.SUM,
                protocol,
                List.of(DType.BF16),
                8,
                64 * 1024,
                MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), List.of()));
    }

    private static KernelPlan plan() {
        CollectiveSpec spec = new CollectiveSpec(
                "p",
                "Pairs",
                "Pairs",
                TypeShape.PLAIN,
                DType.BF16,
                8,
                3,
                Scope.SYSTEM,
                64 * 1024,
                true,
                List.of(
                        method(Operation.RECEIVE, Protocol.MAILBOX),
                        method(Operation.RECEIVE, Protocol.SIGNAL),
                        method(Operation.SEND, Protocol.MAILBOX),
                        method(Operation.SEND, Protocol.SIGNAL)),
                List.of());
        return new KernelPlanner().plan(spec);
    }

    private static void send(DomainPort domain, MethodPlan method, Memory in, int to) {
        domain.launch(method, method.variants().get(0), in, 0, null, 0, 5, to, null, true);
    }

    private static int blocks(FakeDriver.Launch launch) {
        return launch.block().getInt(0);
    }

    /** The kernels of one algorithm meet each other's blocks by number, so the one with the least room decides. */
    @ParameterizedTest
    @EnumSource(names = {"SEND", "RECEIVE"})
    void sendAndReceiveHaveEqualGrids(Operation tightOperation) {
        FakeDriver driver = new FakeDriver(1);
        driver.processors = 12;
        KernelPlan plan = plan();
        for (MethodPlan method : plan.methods()) {
            if (method.protocol() == Protocol.SIGNAL) {
                boolean tight = method.operation() == tightOperation;
                driver.perProcessor.put(method.variants().get(0).entryPoint(), tight ? 1 : 3);
            }
        }
        try (CudaEngine engine = CudaEngineTest.open(driver, 3, null)) {
            List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
            for (MethodPlan method : plan.methods()) {
                Memory buffer = engine.port(0).allocate(COUNT * 2L);
                boolean sends = method.operation() == Operation.SEND;
                domains.get(0)
                        .launch(
                                method,
                                method.variants().get(0),
                                sends ? buffer : null,
                                0,
                                sends ? null : buffer,
                                0,
                                COUNT,
                                1,
                                null,
                                true);
            }
            // Three ranks share the GPU: 12 processors of one block each, or of the two of the other kernels.
            for (int launch = 0; launch < 4; launch++) {
                boolean signal = plan.methods().get(launch).protocol() == Protocol.SIGNAL;
                assertEquals(signal ? 4 : 8, blocks(driver.launches.get(launch)));
            }
        }
    }

    /** The parts whose places depend on sizes begin with the hand-offs' mailbox; all of a fresh region is there, and zero. */
    @Test
    void freshRegionsAreZero() {
        FakeDriver driver = new FakeDriver(1);
        KernelPlan plan = plan();
        try (CudaEngine engine = CudaEngineTest.open(driver, 3, null)) {
            List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
            send(domains.get(2), plan.methods().get(2), engine.port(2).allocate(64), 1);
            FakeDriver.Launch launch = driver.launches.get(0);
            SignalLayout layout = plan.layout();
            assertTrue(layout.handoffWords() > 0 && layout.mailbox() > layout.handoffMailbox());
            ByteBuffer region = driver.at(launch.call(CallLayout.DOMAIN + 16), layout.total());
            for (int at = 0; at < layout.total(); at += 4) {
                assertEquals(0, region.getInt(at), "byte " + at);
            }
            assertEquals(1, launch.word(CallLayout.ROOT));
            assertEquals(0, launch.call(CallLayout.OUTPUT));
        }
    }
}
