package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.ArgumentException;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Rank;
import java.util.ArrayList;
import java.util.List;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory and streams that another library made. */
@Gpu
@Timeout(120)
class ExternalCasesTest {
    private static final int COUNT = 1 << 18;
    private static final int ROUNDS = 50;

    private static void require(int result) {
        assertEquals(CUresult.CUDA_SUCCESS, result);
    }

    /** The number that JCuda keeps in a handle object. */
    private static long number(NativePointerObject handle) {
        String text = handle.toString();
        return Long.decode(text.replaceAll(".*(0x[0-9a-fA-F]+).*", "$1"));
    }

    /** Somebody else's buffers and stream on one rank's GPU. */
    private static final class Foreign {
        private final CUdeviceptr in = new CUdeviceptr();
        private final CUdeviceptr out = new CUdeviceptr();
        private final CUdeviceptr copy = new CUdeviceptr();
        private final CUstream stream = new CUstream();
        private final CUcontext context = new CUcontext();
        private final DeviceBuffer<F32> wrappedIn;
        private final DeviceBuffer<F32> wrappedOut;

        /** The rank's context is the thread's, as the rank was just used. */
        Foreign(Rank rank) {
            rank.synchronize();
            require(JCudaDriver.cuCtxGetCurrent(context));
            require(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
            for (CUdeviceptr pointer : List.of(in, out, copy)) {
                require(JCudaDriver.cuMemAlloc(pointer, 4L * COUNT));
            }
            wrappedIn = rank.wrap(F32.class, number(in), COUNT);
            wrappedOut = rank.wrap(F32.class, number(out), COUNT);
        }

        /** What was used last may be a rank on another GPU. */
        private void use() {
            require(JCudaDriver.cuCtxSetCurrent(context));
        }

        void fill(float value) {
            use();
            require(JCudaDriver.cuMemsetD32Async(in, Float.floatToRawIntBits(value), COUNT, stream));
        }

        void take() {
            use();
            require(JCudaDriver.cuMemcpyDtoDAsync(copy, out, 4L * COUNT, stream));
        }

        float last() {
            use();
            require(JCudaDriver.cuStreamSynchronize(stream));
            float[] values = new float[COUNT];
            require(JCudaDriver.cuMemcpyDtoH(Pointer.to(values), copy, 4L * COUNT));
            for (float value : values) {
                assertEquals(values[COUNT - 1], value);
            }
            return values[COUNT - 1];
        }

        void free() {
            wrappedIn.close();
            wrappedOut.close();
            use();
            for (CUdeviceptr pointer : List.of(in, out, copy)) {
                require(JCudaDriver.cuMemFree(pointer));
            }
            require(JCudaDriver.cuStreamDestroy(stream));
        }
    }

    /** The other stream fills, the rank sums, the other stream takes the result: no wait of the host between them. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void inTurnWithAnotherStream(Way way) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(2, DType.F32))) {
            List<Foreign> foreign = new ArrayList<>();
            fleet.group.ranks().forEach(rank -> foreign.add(new Foreign(rank)));
            int method = fleet.method(way.name()).index();
            for (int round = 1; round <= ROUNDS; round++) {
                for (Rank rank : fleet.group.ranks()) {
                    Foreign own = foreign.get(rank.index());
                    own.fill(round + rank.index());
                    rank.waitForStream(number(own.stream));
                    fleet.of(rank).allReduce(method, own.wrappedIn, own.wrappedOut, COUNT);
                    rank.makeStreamWait(number(own.stream));
                    own.take();
                }
                if (round % 10 == 0) {
                    for (Foreign own : foreign) {
                        assertEquals(2 * round + 1, own.last());
                    }
                }
            }
            foreign.forEach(Foreign::free);
        }
    }

    @Test
    void addressOfNobody() {
        try (Fleet fleet = new Fleet(SuitePlans.ways(2, DType.F32))) {
            assertEquals(
                    "NZ627",
                    assertThrows(
                                    ArgumentException.class,
                                    () -> fleet.group.rank(0).wrap(F32.class, 0x1000, 4))
                            .code());
        }
    }
}
