package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.host.HostEngine;
import org.junit.jupiter.api.Test;

/** G4: 131072 x 4096 FP16, whose three generations pass 2^31 bytes and 2^32. */
class G04LongMessagesTest {
    private static final long BYTES = 131_072L * 4096 * 2;

    private static KernelPlan plan() {
        return Plans.of(2)
                .maxBytes(BYTES)
                .reduce("reduce", DType.F16, ReduceOp.SUM, Protocol.LAMPORT)
                .plan();
    }

    @Test
    void everyNumberHasSixtyFourBits() {
        KernelPlan plan = plan();
        assertTrue(plan.layout().lamportBytes() >= BYTES);
        assertTrue(plan.layout().total() - plan.layout().lamport() >= 6 * BYTES);
        assertEquals(BYTES, plan.methods().get(0).variants().get(0).limitBytes());
        assertEquals(
                plan, KernelManifest.parse(KernelManifest.of(plan).toJson()).plan());
        for (Platform platform : Platform.values()) {
            String source = KernelEmitter.emit(plan, platform);
            for (String constant : new String[] {
                "kLamportBytes = " + plan.layout().lamportBytes(),
                "kDomainBytes = " + plan.layout().total()
            }) {
                assertTrue(source.contains("static constexpr unsigned long long " + constant + ";"), constant);
            }
        }
    }

    @Test
    void theHostEngineNamesTheBytes() {
        try (HostEngine engine = HostEngine.threads(new EngineSetup(2, 1_000_000_000L, Probe.NONE))) {
            LoadingException thrown = assertThrows(LoadingException.class, () -> engine.port(0)
                    .connect(Kernels.of(plan()), Agreement.on("launcher", "digest")));
            assertEquals(
                    "NZ812: a region of the host engine must be below 2 GiB; found "
                            + plan().layout().total()
                            + " bytes; lower maxBytes or groupSize in the annotation, or the buffer's count",
                    thrown.getMessage());
        }
    }
}
