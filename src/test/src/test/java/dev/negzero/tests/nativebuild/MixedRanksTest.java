package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Elements;
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
    private static final int LONGEST = 1500;

    @TempDir
    Path folder;

    /** One call of all ranks. */
    private record Call(int method, int count) {}

    @Test
    void twoRanks() throws Exception {
        mix(2);
    }

    @Test
    void threeRanks() throws Exception {
        mix(3);
    }

    private void mix(int size) throws Exception {
        KernelPlan plan = oneVariantEach(NativePlans.mixed(size));
        Path program = NativeBuild.of("mixed" + size, plan, NativeBuild.Sanitizer.NONE)
                .link("rank", "kernels.cpp", "rank.cpp");
        long seed = System.nanoTime();
        System.out.println("mixed ranks, seed " + seed);
        List<Call> calls = calls(plan, new Random(seed));
        byte[][][] inputs = inputs(plan, calls, size, new Random(seed + 1));

        byte[][] together = new byte[size][];
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                int self = rank;
                ends.add(threads.submit(() -> {
                    together[self] = self == NATIVE
                            ? nativeRank(program, plan, calls, inputs[self])
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
        byte[] expected = hostGroup(plan, calls, inputs, size);
        for (int rank = 0; rank < size; rank++) {
            assertArrayEquals(expected, together[rank], "rank " + rank + ", seed " + seed);
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

    private static List<Call> calls(KernelPlan plan, Random random) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            int method = random.nextInt(plan.methods().size());
            boolean data = plan.methods().get(method).operation() != Operation.BARRIER;
            calls.add(new Call(method, data ? 1 + random.nextInt(LONGEST) : 0));
        }
        return calls;
    }

    private static int bytes(KernelPlan plan, Call call) {
        MethodPlan method = plan.methods().get(call.method());
        return method.operation() == Operation.BARRIER
                ? 0
                : call.count() * method.dtype().bytes();
    }

    /** Any bits, and many zeros of both signs. */
    private static byte[][][] inputs(KernelPlan plan, List<Call> calls, int size, Random random) {
        byte[][][] inputs = new byte[size][calls.size()][];
        for (int rank = 0; rank < size; rank++) {
            for (int call = 0; call < calls.size(); call++) {
                byte[] bits = new byte[bytes(plan, calls.get(call))];
                random.nextBytes(bits);
                for (int i = 1; i < bits.length; i += 2) {
                    if (random.nextInt(8) == 0) {
                        bits[i - 1] = 0;
                        bits[i] = (byte) (random.nextBoolean() ? 0x80 : 0);
                    }
                }
                inputs[rank][call] = bits;
            }
        }
        return inputs;
    }

    private byte[] nativeRank(Path program, KernelPlan plan, List<Call> calls, byte[][] inputs) throws IOException {
        StringBuilder rows = new StringBuilder();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int call = 0; call < calls.size(); call++) {
            rows.append(calls.get(call).method()).append(' ');
            rows.append(calls.get(call).count()).append(' ').append(data.size()).append('\n');
            data.write(inputs[call]);
            data.write(new byte[-data.size() & 3]);
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

    private byte[] joinedRank(KernelPlan plan, List<Call> calls, byte[][] inputs, int rank, int size) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        try (Group group = Group.join(folder.resolve("group"), rank, size, GroupOptions.defaults())) {
            group.run(own -> result.complete(run(own, plan, calls, inputs)));
        }
        return result.join();
    }

    /** The same calls on the host engine alone; its results are compared with a reference elsewhere. */
    private static byte[] hostGroup(KernelPlan plan, List<Call> calls, byte[][][] inputs, int size) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        try (Group group = Group.open(size)) {
            group.run(rank -> {
                byte[] own = run(rank, plan, calls, inputs[rank.index()]);
                if (rank.index() == 0) {
                    result.complete(own);
                }
            });
        }
        return result.join();
    }

    private static byte[] run(Rank rank, KernelPlan plan, List<Call> calls, byte[][] inputs) throws IOException {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        try (Communicator communicator = Communicator.open(rank, plan, "digest")) {
            for (int i = 0; i < calls.size(); i++) {
                Call call = calls.get(i);
                MethodPlan method = plan.methods().get(call.method());
                if (method.operation() == Operation.BARRIER) {
                    communicator.barrier(call.method());
                } else {
                    results.write(reduce(rank, communicator, method, call.count(), inputs[i]));
                }
            }
            rank.synchronize();
        }
        return results.toByteArray();
    }

    private static byte[] reduce(Rank rank, Communicator communicator, MethodPlan method, int count, byte[] bits) {
        Class<? extends Element> marker = Elements.markerOf(method.dtype());
        try (DeviceBuffer<?> in = rank.buffer(marker, count);
                DeviceBuffer<?> out = rank.buffer(marker, count)) {
            byte[] result = new byte[bits.length];
            in.copyFrom(bits);
            communicator.allReduce(method.index(), in, out, count);
            out.copyTo(result);
            return result;
        }
    }
}
