package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A new size in every call: sizes 1 .. 4097, shuffled alike on all ranks. */
class G06ShuffledSizesTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    void everySize(Path path) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        // Two stages also go through tiles: some of these messages fill several.
        KernelPlan plan = Plans.of(2)
                .maxBytes(path == Path.TWO_STAGE ? 4096 : 65536)
                .reduce("reduce", DType.F32, ReduceOp.SUM, path)
                .plan();
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 4097);
                List<Integer> sizes =
                        new ArrayList<>(IntStream.rangeClosed(1, 4097).boxed().toList());
                Collections.shuffle(sizes, new Random(seed));
                for (int call = 0; call < sizes.size(); call++) {
                    counting.check(communicator, 0, call, sizes.get(call));
                }
            });
        }
    }
}
