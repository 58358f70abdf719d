package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.source;

import dev.negzero.tests.golden.Golden;
import org.junit.jupiter.api.Test;

/** What is generated for one interface, to be read: the launcher, the sources and the manifest. */
class GoldenTest {
    /** Also the example of the documentation. */
    static final String INTERFACE = """
            package com.acme;

            import dev.negzero.annotations.*;
            import dev.negzero.runtime.BF16;
            import dev.negzero.runtime.DeviceBuffer;
            import dev.negzero.runtime.SymmetricBuffer;

            /**
             * Exchanges between the parts of one layer.
             *
             * <p>Activations are {@link BF16}.
             */
            @Collective(dtype = DType.BF16, width = 8, groupSize = 2, scope = Scope.SYSTEM, maxBytes = 8 << 20)
            public interface TensorParallel {
                /** Adds the partial products of all ranks. */
                @AllReduce
                void allReduce(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

                @AllReduce(op = ReduceOp.MAX, protocol = Protocol.MAILBOX, maxBytes = 1024)
                void max(SymmetricBuffer<BF16> in, SymmetricBuffer<BF16> out, long count);

                @Barrier
                void barrier();
            }
            """;

    @Test
    void tensorParallel() {
        Compiled compiled =
                Compiled.of(source("com.acme.TensorParallel", INTERFACE)).assertSucceeds();
        compiled.generated().forEach((path, text) -> Golden.check(GoldenTest.class, path, text));
    }
}
