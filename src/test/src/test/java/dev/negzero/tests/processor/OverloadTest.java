package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
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
        String kernels = compiled.generated("META-INF/negzero/com/acme/Sums.cu");
        List<String> entries = kernels.lines().filter(line -> line.startsWith("NZ_KERNEL void nz_f_")).toList();
        assertEquals(2, entries.size(), entries.toString());
        assertEquals(2, Set.copyOf(entries).size(), entries.toString());
    }
}
