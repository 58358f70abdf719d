package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.emit.KernelManifest;
import dev.negzero.plan.MethodPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** P7: two methods of one name. */
class OverloadTest {
    @Test
    void kernelsDoNotClash() {
        Compiled compiled = Compiled.of(sums(
                        GOOD,
                        "@AllReduce(protocol = Protocol.MAILBOX)",
                        "void f(SymmetricBuffer<BF16> in, SymmetricBuffer<BF16> out, long count);",
                        "@AllReduce(protocol = Protocol.MAILBOX, op = ReduceOp.MAX)",
                        "void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);"))
                .assertSucceeds();
        List<MethodPlan> methods = KernelManifest.parse(compiled.generated("META-INF/negzero/com/acme/Sums.json"))
                .plan()
                .methods();
        assertEquals(
                List.of(
                        "MAX f(DeviceBuffer,DeviceBuffer,long) nz_f_0_mailbox_triples",
                        "SUM f(SymmetricBuffer,SymmetricBuffer,long) nz_f_1_mailbox_triples"),
                methods.stream()
                        .map(method -> method.reduceOp() + " " + method.key() + " "
                                + method.variants().get(0).entryPoint())
                        .toList());
        String launcher = compiled.generated("com/acme/SumsLauncher.java");
        assertTrue(
                launcher.contains("void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count) {\n"
                        + "        communicator().allReduce(0, in, out, count);"),
                launcher);
        assertTrue(
                launcher.contains("void f(SymmetricBuffer<BF16> in, SymmetricBuffer<BF16> out, long count) {\n"
                        + "        communicator().allReduce(1, in, out, count);"),
                launcher);
    }
}
