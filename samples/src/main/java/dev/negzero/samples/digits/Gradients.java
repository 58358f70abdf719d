package dev.negzero.samples.digits;

import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Rank;

/** One annotated interface per element type and group size that the training offers, and the way to open each. */
public final class Gradients {
    /** Bytes of workspace: holds a gradient in F32. */
    static final long MAX_BYTES = 1 << 16;

    private Gradients() {}

    /** F32 over 2 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2, maxBytes = MAX_BYTES)
    public interface F32x2 extends GradientCalls<F32> {}

    /** F32 over 3 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 3, maxBytes = MAX_BYTES)
    public interface F32x3 extends GradientCalls<F32> {}

    /** F32 over 4 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 4, maxBytes = MAX_BYTES)
    public interface F32x4 extends GradientCalls<F32> {}

    /** F32 over 5 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 5, maxBytes = MAX_BYTES)
    public interface F32x5 extends GradientCalls<F32> {}

    /** F32 over 6 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 6, maxBytes = MAX_BYTES)
    public interface F32x6 extends GradientCalls<F32> {}

    /** F32 over 7 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 7, maxBytes = MAX_BYTES)
    public interface F32x7 extends GradientCalls<F32> {}

    /** F32 over 8 ranks. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 8, maxBytes = MAX_BYTES)
    public interface F32x8 extends GradientCalls<F32> {}

    /** BF16 over 2 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 2, maxBytes = MAX_BYTES)
    public interface BF16x2 extends GradientCalls<BF16> {}

    /** BF16 over 3 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 3, maxBytes = MAX_BYTES)
    public interface BF16x3 extends GradientCalls<BF16> {}

    /** BF16 over 4 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 4, maxBytes = MAX_BYTES)
    public interface BF16x4 extends GradientCalls<BF16> {}

    /** BF16 over 5 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 5, maxBytes = MAX_BYTES)
    public interface BF16x5 extends GradientCalls<BF16> {}

    /** BF16 over 6 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 6, maxBytes = MAX_BYTES)
    public interface BF16x6 extends GradientCalls<BF16> {}

    /** BF16 over 7 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 7, maxBytes = MAX_BYTES)
    public interface BF16x7 extends GradientCalls<BF16> {}

    /** BF16 over 8 ranks. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 8, maxBytes = MAX_BYTES)
    public interface BF16x8 extends GradientCalls<BF16> {}

    /** Opens the launcher of F32 and the rank's group size; every rank must do so on its own thread. */
    static GradientLane<F32> openF32(Rank rank) {
        return switch (rank.group().size()) {
            case 2 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x2Launcher::open, Gradients_F32x2Launcher::communicator);
            case 3 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x3Launcher::open, Gradients_F32x3Launcher::communicator);
            case 4 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x4Launcher::open, Gradients_F32x4Launcher::communicator);
            case 5 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x5Launcher::open, Gradients_F32x5Launcher::communicator);
            case 6 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x6Launcher::open, Gradients_F32x6Launcher::communicator);
            case 7 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x7Launcher::open, Gradients_F32x7Launcher::communicator);
            case 8 ->
                GradientLane.open(
                        rank, F32.class, Gradients_F32x8Launcher::open, Gradients_F32x8Launcher::communicator);
            default ->
                throw new IllegalArgumentException(
                        "no interface for " + rank.group().size() + " ranks");
        };
    }

    /** Opens the launcher of BF16 and the rank's group size; every rank must do so on its own thread. */
    static GradientLane<BF16> openBf16(Rank rank) {
        return switch (rank.group().size()) {
            case 2 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x2Launcher::open, Gradients_BF16x2Launcher::communicator);
            case 3 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x3Launcher::open, Gradients_BF16x3Launcher::communicator);
            case 4 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x4Launcher::open, Gradients_BF16x4Launcher::communicator);
            case 5 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x5Launcher::open, Gradients_BF16x5Launcher::communicator);
            case 6 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x6Launcher::open, Gradients_BF16x6Launcher::communicator);
            case 7 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x7Launcher::open, Gradients_BF16x7Launcher::communicator);
            case 8 ->
                GradientLane.open(
                        rank, BF16.class, Gradients_BF16x8Launcher::open, Gradients_BF16x8Launcher::communicator);
            default ->
                throw new IllegalArgumentException(
                        "no interface for " + rank.group().size() + " ranks");
        };
    }
}
