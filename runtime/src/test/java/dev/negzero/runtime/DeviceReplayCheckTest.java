package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.cuda.CpuBytes;
import dev.negzero.runtime.engine.Memory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link ReplaysGpuTest} rests on, where there is no GPU: calls that write the right bytes pass, others don't. */
class DeviceReplayCheckTest {
    private static final List<DType> DTYPES = List.of(DType.F64, DType.I8);

    @TempDir
    private Path folder;

    private static List<Memory> buffers(CpuBytes cpu) {
        return DTYPES.stream()
                .map(dtype -> cpu.port().allocate((long) ReplayTape.CAPACITY * dtype.bytes()))
                .toList();
    }

    private static byte[] read(Memory memory, int bytes) {
        byte[] found = new byte[bytes];
        memory.read(0, bytes, (window, at, done, length) -> window.get(at, found, (int) done, length));
        return found;
    }

    /** What calls would do. */
    private static void write(Memory out, byte[] image) {
        out.write(0, image.length, (window, at, done, length) -> window.put(at, image, (int) done, length));
    }

    @Test
    void onlyTheRightBytesPass() throws Exception {
        Random random = new Random(20261130);
        List<CallPlan> plans =
                DTYPES.stream().map(dtype -> EveryCallGpuTest.plan(3, dtype)).toList();
        ReplayTape tape = new ReplayTape(plans, random);
        try (CpuBytes cpu = new CpuBytes(folder)) {
            List<Memory> ins = buffers(cpu);
            List<Memory> outs = buffers(cpu);
            DeviceReplayCheck check = DeviceReplayCheck.of(cpu.port(), outs, 2, cpu.bytes());
            check.keep(0, new ReplayTape(plans, random));
            check.keep(1, tape);
            for (int set = 0; set < ReplayTape.SETS; set++) {
                check.delay(0.001);
                check.write(1, set, ins);
                for (int plan = 0; plan < DTYPES.size(); plan++) {
                    ReplayTape.Image image = tape.image(set, plan, 0);
                    assertTrue(Arrays.equals(image.in(), read(ins.get(plan), image.in().length)));
                    assertTrue(Arrays.equals(image.before(), read(outs.get(plan), image.before().length)));
                    write(outs.get(plan), image.after());
                }
                check.check(1, set);
            }
            check.end();
            byte[] wrong = tape.image(1, 1, 0).after().clone();
            wrong[wrong.length - 1] ^= 1;
            check.write(1, 1, ins);
            write(outs.get(0), tape.image(1, 0, 0).after());
            write(outs.get(1), wrong);
            check.check(1, 1);
            AssertionError found = assertThrows(AssertionError.class, check::end);
            assertEquals(
                    "1 bytes of rank 0 are wrong; the first is byte " + (wrong.length - 1)
                            + " behind comparison 1 of 2: " + tape.writer(1, 0, wrong.length - 1) + ", set 1",
                    found.getMessage());
        }
    }
}
