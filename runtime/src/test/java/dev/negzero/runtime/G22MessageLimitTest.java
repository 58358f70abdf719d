package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message beyond the region of a protocol asked for by name is refused; AUTO and SIGNAL carry it. */
class G22MessageLimitTest {
    private static KernelPlan plan(Protocol protocol) {
        return Plans.of(2)
                .maxBytes(1024)
                .reduce("reduce", DType.F32, ReduceOp.SUM, protocol)
                .plan();
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"LAMPORT", "MAILBOX"})
    void boundedByName(Protocol protocol) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = Communicator.openAll(group, plan(protocol), "digest");
            DeviceBuffer<F32> buffer = group.rank(0).buffer(F32.class, 257);
            var thrown = assertThrows(
                    ArgumentException.class, () -> communicators.get(0).allReduce(0, buffer, buffer, 257));
            assertEquals("NZ612", thrown.code());
            assertEquals(
                    "NZ612: the message is longer than the protocol's region; found 1028 bytes for"
                            + " reduce(DeviceBuffer,DeviceBuffer,long) by "
                            + (protocol == Protocol.LAMPORT ? "lamport_one_shot" : "mailbox_one_shot")
                            + ", asked for by the annotation, which carries 1024; raise maxBytes in the annotation, or let"
                            + " AUTO or SIGNAL carry it",
                    thrown.getMessage());
            group.run(rank -> new Counting(rank, 256).check(communicators.get(rank.index()), 0, 1, 256));
        }
    }

    @Test
    void autoAndSignalCarryIt() {
        for (Protocol protocol : List.of(Protocol.AUTO, Protocol.SIGNAL)) {
            try (Group group = Group.open(2)) {
                List<Communicator> communicators = Communicator.openAll(group, plan(protocol), "digest");
                group.run(rank -> {
                    new Counting(rank, 100_000).check(communicators.get(rank.index()), 0, 1, 100_000);
                    assertEquals(
                            Algorithm.SIGNAL_TWO_STAGE,
                            communicators.get(rank.index()).lastCall().algorithm());
                });
            }
        }
    }
}
