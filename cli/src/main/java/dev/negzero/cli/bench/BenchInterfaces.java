package dev.negzero.cli.bench;

import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.F16;
import dev.negzero.runtime.F32;
import java.util.List;

/** One annotated interface per element type and group size that can be measured. */
public final class BenchInterfaces {
    static final List<Class<? extends BenchCalls<F32>>> OF_F32 =
            List.of(F32x2.class, F32x3.class, F32x4.class, F32x5.class, F32x6.class, F32x7.class, F32x8.class);
    static final List<Class<? extends BenchCalls<BF16>>> OF_BF16 =
            List.of(BF16x2.class, BF16x3.class, BF16x4.class, BF16x5.class, BF16x6.class, BF16x7.class, BF16x8.class);
    static final List<Class<? extends BenchCalls<F16>>> OF_F16 =
            List.of(F16x2.class, F16x3.class, F16x4.class, F16x5.class, F16x6.class, F16x7.class, F16x8.class);

    private BenchInterfaces() {}

    /** F32 over 2 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    public interface F32x2 extends BenchCalls<F32> {}

    /** F32 over 3 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 3)
    public interface F32x3 extends BenchCalls<F32> {}

    /** F32 over 4 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 4)
    public interface F32x4 extends BenchCalls<F32> {}

    /** F32 over 5 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 5)
    public interface F32x5 extends BenchCalls<F32> {}

    /** F32 over 6 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 6)
    public interface F32x6 extends BenchCalls<F32> {}

    /** F32 over 7 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 7)
    public interface F32x7 extends BenchCalls<F32> {}

    /** F32 over 8 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 8)
    public interface F32x8 extends BenchCalls<F32> {}

    /** BF16 over 2 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 2)
    public interface BF16x2 extends BenchCalls<BF16> {}

    /** BF16 over 3 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 3)
    public interface BF16x3 extends BenchCalls<BF16> {}

    /** BF16 over 4 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 4)
    public interface BF16x4 extends BenchCalls<BF16> {}

    /** BF16 over 5 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 5)
    public interface BF16x5 extends BenchCalls<BF16> {}

    /** BF16 over 6 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 6)
    public interface BF16x6 extends BenchCalls<BF16> {}

    /** BF16 over 7 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 7)
    public interface BF16x7 extends BenchCalls<BF16> {}

    /** BF16 over 8 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 8)
    public interface BF16x8 extends BenchCalls<BF16> {}

    /** F16 over 2 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 2)
    public interface F16x2 extends BenchCalls<F16> {}

    /** F16 over 3 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 3)
    public interface F16x3 extends BenchCalls<F16> {}

    /** F16 over 4 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 4)
    public interface F16x4 extends BenchCalls<F16> {}

    /** F16 over 5 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 5)
    public interface F16x5 extends BenchCalls<F16> {}

    /** F16 over 6 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 6)
    public interface F16x6 extends BenchCalls<F16> {}

    /** F16 over 7 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 7)
    public interface F16x7 extends BenchCalls<F16> {}

    /** F16 over 8 ranks. */
    @Collective(dtype = DType.F16, width = 8, groupSize = 8)
    public interface F16x8 extends BenchCalls<F16> {}
}
