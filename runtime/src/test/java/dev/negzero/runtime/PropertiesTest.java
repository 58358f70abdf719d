package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Kernels;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What -Dnegzero.engine and -Dnegzero.protocol select, and what they refuse. */
class PropertiesTest {
    private String engine;

    @BeforeEach
    void keep() {
        engine = System.getProperty(Engines.PROPERTY);
    }

    @AfterEach
    void restore() {
        System.clearProperty(Routes.PROPERTY);
        if (engine == null) {
            System.clearProperty(Engines.PROPERTY);
        } else {
            System.setProperty(Engines.PROPERTY, engine);
        }
    }

    @ParameterizedTest
    @CsvSource({"host", "auto", "HOST"})
    void hostEngine(String value) {
        System.setProperty(Engines.PROPERTY, value);
        try (Group group = Group.open(2)) {
            assertEquals("host", group.engine());
        }
    }

    @Test
    void noCudaEngine() {
        System.setProperty(Engines.PROPERTY, "cuda");
        String message =
                assertThrows(LoadingException.class, () -> Group.open(2)).getMessage();
        String start =
                "NZ809: the CUDA engine is not available; found -Dnegzero.engine=cuda, but no NVIDIA driver; looked"
                        + " for libcuda.so.1 (";
        assertTrue(message.startsWith(start), message);
        assertTrue(message.contains("), libcuda.so ("), message);
        assertTrue(message.endsWith("); set -Dnegzero.engine=host, or auto"), message);
    }

    @Test
    void unknownEngine() {
        System.setProperty(Engines.PROPERTY, "abacus");
        assertEquals(
                "NZ808: there is no such engine; found -Dnegzero.engine=abacus; set -Dnegzero.engine= to host, cuda or"
                        + " auto",
                assertThrows(LoadingException.class, () -> Group.open(2)).getMessage());
    }

    private static String algorithm(DType dtype, int count) {
        KernelPlan plan = Plans.of(2)
                .reduce("reduce", dtype, ReduceOp.SUM, Protocol.AUTO)
                .reduce("byName", dtype, ReduceOp.SUM, Protocol.SIGNAL)
                .barrier("barrier")
                .plan();
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            group.run(rank -> {
                DeviceBuffer<?> buffer = rank.buffer(Elements.markerOf(dtype), count);
                Communicator communicator = communicators.get(rank.index());
                communicator.barrier(Plans.index(plan, "barrier"));
                communicator.allReduce(Plans.index(plan, "byName"), buffer, buffer, 1);
                communicator.allReduce(Plans.index(plan, "reduce"), buffer, buffer, count);
            });
            return communicators.get(0).lastCall().algorithm().id();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "auto, 1, lamport_one_shot",
        "auto, 64, lamport_one_shot",
        "auto, 65, signal_one_stage",
        "auto, 100000, signal_two_stage",
        "lamport, 1, lamport_one_shot",
        "lamport, 100000, lamport_one_shot",
        "Signal, 1, signal_one_stage",
        "signal, 100000, signal_two_stage",
        "mailbox, 1, mailbox_one_shot",
        "mailbox, 4000, mailbox_one_shot"
    })
    void protocolOfAutoMethods(String property, int count, String algorithm) {
        System.setProperty(Routes.PROPERTY, property);
        assertEquals(algorithm, algorithm(DType.F32, count));
    }

    @Test
    void beyondTheRegionOfTheProperty() {
        System.setProperty(Routes.PROPERTY, "mailbox");
        ArgumentException thrown = assertThrows(ArgumentException.class, () -> algorithm(DType.F32, 4097));
        assertEquals(
                "NZ612: the message is longer than the protocol's region; found 16388 bytes for"
                        + " reduce(DeviceBuffer,DeviceBuffer,long) by mailbox_one_shot, asked for by -Dnegzero.protocol,"
                        + " which carries 16384; raise maxBytes in the annotation, or let AUTO or SIGNAL carry it",
                thrown.getMessage());
    }

    @Test
    void unknownProtocol() {
        System.setProperty(Routes.PROPERTY, "pigeon");
        assertEquals(
                "NZ810: there is no such protocol; found -Dnegzero.protocol=pigeon; set -Dnegzero.protocol= to lamport,"
                        + " signal or mailbox, or leave it out",
                assertThrows(LoadingException.class, () -> algorithm(DType.F32, 1))
                        .getMessage());
    }

    @Test
    void protocolThatTheTypeCannotUse() {
        System.setProperty(Routes.PROPERTY, "lamport");
        assertEquals(
                "NZ811: a method can't use the protocol of -Dnegzero.protocol; found"
                        + " reduce(DeviceBuffer,DeviceBuffer,long) of I32, -Dnegzero.protocol=LAMPORT; leave the property"
                        + " out, or name a protocol that all AUTO methods can use",
                assertThrows(LoadingException.class, () -> algorithm(DType.I32, 1))
                        .getMessage());
    }

    /** Only one rank has the property, as if processes were started with different command lines. */
    @Test
    void ranksWithDifferentProperties() {
        KernelPlan plan = Plans.of(2)
                .reduce("reduce", DType.F32, ReduceOp.SUM, Protocol.AUTO)
                .plan();
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                LoadingException thrown = assertThrows(LoadingException.class, () -> {
                    synchronized (PropertiesTest.class) {
                        System.clearProperty(Routes.PROPERTY);
                    }
                    rank.guard(() -> rank.port()
                            .connect(
                                    Kernels.of(plan),
                                    group.agreement(
                                            "launcher",
                                            new Routes(
                                                            plan.methods().get(0),
                                                            "host",
                                                            rank.index() == 0 ? null : Protocol.MAILBOX)
                                                    .algorithms()
                                                    .toString())));
                });
                assertEquals("NZ807", thrown.code());
            });
        }
    }
}
