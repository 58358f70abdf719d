package dev.negzero.tests.nativebuild;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the whole matrix of kernels: every operation, element type and algorithm, for 2, 3, 4 and 8 ranks, in packs of 16
 * bytes and in the narrowest ones. One source for each element type, pack and group size. Argument: a folder.
 * {@code src/test/gpu/matrix} compiles them.
 */
final class MatrixSources {
    static final List<Integer> GROUP_SIZES = List.of(2, 3, 4, 8);

    private static final int WIDEST_PACK = 16;
    private static final int NARROWEST_PACK = 4;

    private MatrixSources() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        for (Map.Entry<String, KernelPlan> source : plans().entrySet()) {
            Files.writeString(
                    folder.resolve(source.getKey() + Platform.CUDA.extension()),
                    KernelEmitter.emit(source.getValue(), Platform.CUDA));
        }
        Files.writeString(folder.resolve("flags"), String.join(" ", Platform.CUDA.flags()) + "\n");
    }

    /** The plans by the names of their files, which end in the number of ranks. */
    static Map<String, KernelPlan> plans() {
        Map<String, KernelPlan> plans = new LinkedHashMap<>();
        for (int groupSize : GROUP_SIZES) {
            for (DType dtype : DType.values()) {
                for (int width : widths(dtype)) {
                    String name = String.format(Locale.ROOT, "%sx%d_%d", dtype, width, groupSize);
                    plans.put(name.toLowerCase(Locale.ROOT), plan(groupSize, dtype, width));
                }
            }
        }
        return plans;
    }

    static List<Integer> widths(DType dtype) {
        return List.of(WIDEST_PACK / dtype.bytes(), Math.max(1, NARROWEST_PACK / dtype.bytes()));
    }

    /** AUTO makes a kernel of each algorithm but triples, which only MAILBOX by name has. */
    private static KernelPlan plan(int groupSize, DType dtype, int width) {
        NativePlans plans = NativePlans.of(groupSize).barrier("barrier");
        boolean triples = dtype.bytes() == 2 && dtype.bytes() * width == WIDEST_PACK;
        for (Operation operation : Operation.values()) {
            // A send brings its receive.
            if (operation.hasData() && operation != Operation.RECEIVE) {
                plans.all(operation, dtype, width);
                if (triples && !operation.isHandOff()) {
                    plans.by(Protocol.MAILBOX, operation, dtype, width);
                }
            }
        }
        for (Operation operation : List.of(Operation.ALL_GATHER, Operation.ALL_TO_ALL)) {
            plans.counted(Protocol.AUTO, operation, dtype, width);
            if (triples) {
                plans.counted(Protocol.MAILBOX, operation, dtype, width);
            }
        }
        return plans.shipped();
    }
}
