package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.GroupOptions;
import dev.negzero.runtime.Rank;
import dev.negzero.spec.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank that runs the emitted kernels as a native process, among ranks of the host engine: the same bytes, the same bits. */
@Timeout(240)
class MixedRanksTest {
    private static final int NATIVE = 1;
    private static final int CALLS = 120;
    /** Bytes of a segment. */
    private static final int LONGEST = 4000;

    @TempDir
    Path folder;

    @Test
    void twoRanks() throws Exception {
        mix("mixed2", NativePlans.mixed(2));
    }

    @Test
    void threeRanksInEveryOperation() throws Exception {
        mix("mixed3", NativePlans.everyOperation(3));
    }

    private void mix(String name, KernelPlan shapes) throws Exception {
        int size = shapes.groupSize();
        KernelPlan plan = oneVariantEach(shapes);
        Path program = NativeBuild.of(name, plan, NativeBuild.Sanitizer.NONE).link("rank", "kernels.cpp", "rank.cpp");
        long seed = System.nanoTime();
        System.out.println("mixed ranks, seed " + seed);
        List<MixedCall> calls = calls(plan, new Random(seed));
        byte[][][] inputs = inputs(calls, size, new Random(seed + 1));

        byte[][] together = new byte[size][];
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                int self = rank;
                ends.add(threads.submit(() -> {
                    together[self] = self == NATIVE
                            ? nativeRank(program, calls, inputs[self])
                            : joinedRank(plan, calls, inputs[self], self, size);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        byte[][] expected = hostGroup(plan, calls, inputs, size);
        for (int rank = 0; rank < size; rank++) {
            assertArrayEquals(expected[rank], together[rank], "rank " + rank + ", seed " + seed);
        }
    }

    /** A method for each variant, so that every call takes a known way. */
    private static KernelPlan oneVariantEach(KernelPlan plan) {
        List<MethodPlan> methods = new ArrayList<>();
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                methods.add(new MethodPlan(
                        methods.size(),
                        method.name(),
                        method.key(),
                        method.digest(),
                        method.operation(),
                        method.reduceOp(),
                        variant.algorithm().protocol(),
                        method.dtype(),
                        method.width(),
                        method.counts(),
                        method.root(),
                        List.of(variant),
                        auto(method, variant)));
            }
        }
        return new KernelPlan(
                plan.packageName(),
                plan.flatName(),
                plan.sourceName(),
                plan.groupSize(),
                plan.scope(),
                plan.verify(),
                plan.layout(),
                methods);
    }

    private static List<AutoRow> auto(MethodPlan method, KernelVariant variant) {
        boolean chosen =
                method.operation() != Operation.BARRIER && variant.algorithm().protocol() == Protocol.SIGNAL;
        return chosen ? List.of(new AutoRow("any", Long.MAX_VALUE, variant.algorithm(), "a test")) : List.of();
    }

    private static List<MixedCall> calls(KernelPlan plan, Random random) {
        List<MixedCall> calls = new ArrayList<>();
        while (calls.size() < CALLS) {
            MethodPlan method = plan.methods().get(random.nextInt(plan.methods().size()));
            if (method.operation() != Operation.RECEIVE) {
                calls.add(
                        MixedCall.random(plan, method, LONGEST / method.dtype().bytes(), random));
            }
        }
        return calls;
    }

    /** Any bits, and many zeros of both signs. */
    private static byte[][][] inputs(List<MixedCall> calls, int size, Random random) {
        byte[][][] inputs = new byte[size][calls.size()][];
        for (int rank = 0; rank < size; rank++) {
            for (int i = 0; i < calls.size(); i++) {
                MixedCall call = calls.get(i);
                byte[] bits = new byte
                        [call.takesPart(rank)
                                ? call.in(rank) * call.method().dtype().bytes()
                                : 0];
                random.nextBytes(bits);
                int element = call.method().dtype().bytes();
                for (int at = 0; at < bits.length; at += element) {
                    if (random.nextInt(8) == 0) {
                        Arrays.fill(bits, at, at + element, (byte) 0);
                        bits[at + element - 1] = (byte) (random.nextBoolean() ? 0x80 : 0);
                    }
                }
                inputs[rank][i] = bits;
            }
        }
        return inputs;
    }

    private byte[] nativeRank(Path program, List<MixedCall> calls, byte[][] inputs) throws IOException {
        StringBuilder rows = new StringBuilder();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int call = 0; call < calls.size(); call++) {
            if (calls.get(call).takesPart(NATIVE)) {
                rows.append(calls.get(call).row(NATIVE, data.size()));
                data.write(inputs[call]);
                data.write(new byte[-data.size() & 7]);
            }
        }
        Path list = Files.writeString(folder.resolve("calls"), rows);
        Path input = Files.write(folder.resolve("input"), data.toByteArray());
        Path output = folder.resolve("output");
        List<String> command = List.of(
                program.toString(),
                folder.resolve("group").toString(),
                Integer.toString(NATIVE),
                list.toString(),
                input.toString(),
                output.toString());
        Run.of(Duration.ofSeconds(200), folder, command).expectSuccess();
        return Files.readAllBytes(output);
    }

    private byte[] joinedRank(KernelPlan plan, List<MixedCall> calls, byte[][] inputs, int rank, int size) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        try (Group group = Group.join(folder.resolve("group"), rank, size, GroupOptions.defaults())) {
            group.run(own -> result.complete(run(own, plan, calls, inputs)));
        }
        return result.join();
    }

    /** The same calls on the host engine alone; its results are compared with a reference elsewhere. */
    private static byte[][] hostGroup(KernelPlan plan, List<MixedCall> calls, byte[][][] inputs, int size) {
        byte[][] results = new byte[size][];
        try (Group group = Group.open(size)) {
            group.run(rank -> results[rank.index()] = run(rank, plan, calls, inputs[rank.index()]));
        }
        return results;
    }

    private static byte[] run(Rank rank, KernelPlan plan, List<MixedCall> calls, byte[][] inputs) throws IOException {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        try (Communicator communicator = Communicator.open(rank, plan, "digest")) {
            for (int i = 0; i < calls.size(); i++) {
                if (calls.get(i).takesPart(rank.index())) {
                    results.write(calls.get(i).run(rank, communicator, inputs[i]));
                }
            }
            rank.synchronize();
        }
        return results.toByteArray();
    }
}
