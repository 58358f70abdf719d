package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two threads that use one launcher at once are put in some order; no call is lost, mixed up or stuck. */
class G23TwoThreadsTest {
    private static final int CALLS = 500;

    private static void calls(Rank rank, Communicator communicator) {
        DeviceBuffer<F32> in = rank.buffer(F32.class, 1000);
        DeviceBuffer<F32> out = rank.buffer(F32.class, 1000);
        float[] values = new float[1000];
        for (int call = 0; call < CALLS; call++) {
            Arrays.fill(values, 1 + rank.index());
            in.copyFrom(values);
            communicator.allReduce(0, in, out, 1000);
            out.copyTo(values);
            float[] expected = new float[1000];
            Arrays.fill(expected, 3);
            assertArrayEquals(expected, values);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void areSerialised(Path path) {
        // Threads of their own: a shared pool may run one of them behind the other, which then waits for it.
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, path), "digest");
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (Rank rank : group.ranks()) {
                others.add(CompletableFuture.runAsync(() -> calls(rank, communicators.get(rank.index())), threads));
            }
            // The ranks' own threads call inline, the others are queued.
            group.run(rank -> calls(rank, communicators.get(rank.index())));
            others.forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }
}
