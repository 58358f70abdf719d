package dev.negzero.tests.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Barrier;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Launchers;
import dev.negzero.runtime.SymmetricBuffer;
import org.junit.jupiter.api.Test;

/** Launchers that the processor made for this very class, on the host engine. */
class LauncherRunTest {
    private static final int COUNT = 37;

    /** Inherited by the interface below. */
    interface Super<T extends Element> {
        @AllReduce
        void reduce(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);
    }

    /** Nested, with an overload, a method of a generic super-interface, and a default method. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    interface Calls extends Super<F32>, AutoCloseable {
        @AllReduce(op = ReduceOp.MAX)
        void reduce(SymmetricBuffer<F32> in, SymmetricBuffer<F32> out, long count);

        @Barrier
        void meet();

        default void sum(DeviceBuffer<F32> inOut, long count) {
            meet();
            reduce(inOut, inOut, count);
        }

        @Override
        void close();
    }

    private static float[] filled(float value) {
        float[] all = new float[COUNT];
        java.util.Arrays.fill(all, value);
        return all;
    }

    private static float[] read(DeviceBuffer<F32> buffer) {
        float[] all = filled(Float.NaN);
        buffer.copyTo(all);
        return all;
    }

    @Test
    void overloadsInheritedAndDefaultMethodsDoWhatTheySay() {
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                try (Calls calls = LauncherRunTest_CallsLauncher.open(rank);
                        DeviceBuffer<F32> plain = rank.buffer(F32.class, COUNT);
                        SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
                        SymmetricBuffer<F32> out = rank.symmetricBuffer(F32.class, COUNT)) {
                    plain.copyFrom(filled(rank.index() + 1));
                    in.copyFrom(filled(rank.index() + 1));
                    calls.sum(plain, COUNT);
                    calls.reduce(in, out, COUNT);
                    rank.synchronize();
                    assertArrayEquals(filled(3), read(plain));
                    assertArrayEquals(filled(2), read(out));
                }
            });
        }
    }

    @Test
    void oneThreadMayOpenAllRanks() {
        try (Group group = Group.open(2)) {
            assertEquals(2, LauncherRunTest_CallsLauncher.openAll(group).size());
        }
    }

    @Test
    void theRuntimeFindsTheLauncherByItsInterface() {
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                try (Calls calls = Launchers.open(Calls.class, rank)) {
                    assertEquals(LauncherRunTest_CallsLauncher.class, calls.getClass());
                }
            });
        }
    }
}
