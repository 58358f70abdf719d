package dev.negzero.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.Specs;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KernelEmitterTest {
    private static KernelPlan plan(MethodSpec... methods) {
        return new KernelPlanner().plan(Specs.of(3, methods));
    }

    private static final KernelPlan ALL = plan(
            Specs.sum("sum", DType.BF16, Protocol.AUTO),
            Specs.barrier("wait"),
            Specs.sum("add", DType.F32, Protocol.AUTO));

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void samePlanSameBytesInAnyLocaleAndZone() {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        for (Platform platform : Platform.values()) {
            String text = KernelEmitter.emit(ALL, platform);
            try {
                Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
                assertEquals(text, KernelEmitter.emit(ALL, platform));
            } finally {
                Locale.setDefault(locale);
                TimeZone.setDefault(zone);
            }
        }
    }

    @Test
    void gpuSourcesNeedNoOtherFile() {
        for (Platform platform : List.of(Platform.CUDA, Platform.HIP)) {
            String text = KernelEmitter.emit(ALL, platform);
            assertFalse(text.contains("#include"), platform::name);
            assertFalse(text.contains("#pragma once"), platform::name);
        }
    }

    @Test
    void onePlatformHeaderFirstThenEachHeaderOnce() {
        for (Platform platform : Platform.values()) {
            String text = KernelEmitter.emit(ALL, platform);
            int last = text.indexOf("// ======== " + platform.header() + " ========");
            assertTrue(last > 0, platform::name);
            for (String name : List.of(
                    "dtype.cuh",
                    "pack.cuh",
                    "call.cuh",
                    "poll.cuh",
                    "lamport.cuh",
                    "mailbox.cuh",
                    "signature.cuh",
                    "all_reduce_lamport.cuh")) {
                String mark = "// ======== " + name + " ========";
                assertEquals(1, count(text, mark), name);
            }
            for (Platform other : Platform.values()) {
                assertEquals(other == platform, text.contains("======== " + other.header()), other::header);
            }
        }
    }

    @Test
    void headersStandBehindWhatTheyInclude() {
        List<String> names = DeviceHeaders.of(ALL);
        assertTrue(names.indexOf("dtype.cuh") < names.indexOf("pack.cuh"));
        assertTrue(names.indexOf("pack.cuh") < names.indexOf("call.cuh"));
        assertTrue(names.indexOf("call.cuh") < names.indexOf("poll.cuh"));
        assertTrue(names.indexOf("poll.cuh") < names.indexOf("signature.cuh"));
        assertTrue(names.indexOf("signature.cuh") < names.indexOf("all_reduce_signal.cuh"));
    }

    @Test
    void onlyHeadersThatThePlanNeeds() {
        List<String> barrier = DeviceHeaders.of(plan(Specs.barrier("wait")));
        assertTrue(barrier.contains("barrier.cuh"));
        assertFalse(barrier.contains("lamport.cuh"));
        assertFalse(barrier.contains("all_reduce_mailbox.cuh"));
        List<String> mailbox = DeviceHeaders.of(plan(Specs.sum("sum", DType.F32, Protocol.MAILBOX)));
        assertFalse(mailbox.contains("signal.cuh"));
        List<String> gather = DeviceHeaders.of(plan(
                Specs.method("gather", "gather()", Operation.GATHER, ReduceOp.SUM, Protocol.MAILBOX, DType.I8, 16)));
        assertTrue(gather.contains("mailbox_move.cuh"));
        assertFalse(gather.contains("mailbox_reduce.cuh"));
        assertFalse(gather.contains("scatter.cuh"));
        assertFalse(gather.contains("primitives.cuh"));
    }

    @Test
    void everyVariantIsOneEntryPoint() {
        String text = KernelEmitter.emit(ALL, Platform.CUDA);
        ALL.methods().forEach(method -> method.variants().forEach(variant -> {
            assertEquals(1, count(text, "void " + variant.entryPoint() + "(NZ_PARAMETER nz::Call<3> call) {"));
            assertTrue(text.contains(variant.entryPoint() + ": "), variant::entryPoint);
        }));
        int variants = ALL.methods().stream()
                .mapToInt(method -> method.variants().size())
                .sum();
        assertEquals(variants, count(text, "\nNZ_KERNEL("));
        assertTrue(text.contains("nz::Kernel<Plan, nz::BF16, /*width*/ 8, nz::Sum, /*digest*/ 0x"));
    }

    @Test
    void theHeadHoldsThePlansNumbers() {
        String text = KernelEmitter.emit(ALL, Platform.HIP);
        assertTrue(text.contains("    static constexpr int kGroupSize = 3;\n"));
        assertTrue(text.contains("    static constexpr bool kVerify = true;\n"));
        assertTrue(text.contains("    static constexpr unsigned long long kLamport = "
                + ALL.layout().lamport() + ";\n"));
        assertTrue(text.contains("    static constexpr unsigned long long kDomainBytes = "
                + ALL.layout().total() + ";\n"));
    }

    @Test
    void namesOutsideAsciiBecomeEscapes() {
        KernelPlan plan = plan(Specs.method(
                "summe\u00DF", "summe\u00DF()", Operation.ALL_REDUCE, ReduceOp.SUM, Protocol.MAILBOX, DType.F32, 1));
        String text = KernelEmitter.emit(plan, Platform.CUDA);
        assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= 0x20 && c < 0x7F)));
        assertTrue(text.contains("//   summe\\U000000DF(): all-reduce SUM, 1 x F32 = 4 bytes a pack\n"));
        assertTrue(text.contains("void nz_summeu00DF_0_mailbox_one_shot("));
    }

    @Test
    void linesEndInLineFeedsAndTheTextInOne() {
        for (Platform platform : Platform.values()) {
            String text = KernelEmitter.emit(ALL, platform);
            assertFalse(text.contains("\r"));
            assertTrue(text.endsWith("}\n"));
            assertFalse(text.lines().anyMatch(line -> line.endsWith(" ")));
        }
    }
}
