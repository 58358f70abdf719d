package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks differ in what they pass: symmetric or not, at an odd element or not, in place or not, in any combination. */
class G24UnlikeBuffersTest {
    private static final int COUNT = 2999;

    private static DeviceBuffer<BF16> choose(Rank rank, SymmetricBuffer<BF16> symmetric, Random random) {
        DeviceBuffer<BF16> whole = random.nextBoolean() ? symmetric : rank.buffer(BF16.class, COUNT + 7);
        return whole.slice(random.nextInt(8), COUNT);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void anyCombination(Path path) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        // Two tiles: the descriptor's offset and the tile's add up.
        KernelPlan plan = Plans.of(3)
                .maxBytes(path.protocol == Protocol.SIGNAL ? 4096 : 8192)
                .reduce("reduce", DType.BF16, ReduceOp.SUM, path)
                .plan();
        long[][][] inputs = new long[40][3][];
        List<long[]> expected = new ArrayList<>();
        Random values = new Random(seed);
        for (long[][] call : inputs) {
            for (int rank = 0; rank < 3; rank++) {
                call[rank] = Bits.ordinary(DType.BF16, COUNT, values);
            }
            expected.add(Reference.reduce(DType.BF16, ReduceOp.SUM, call));
        }
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                Random random = new Random(seed + rank.index());
                Communicator communicator = Communicator.open(rank, plan, "digest");
                SymmetricBuffer<BF16> first = rank.symmetricBuffer(BF16.class, COUNT + 7);
                SymmetricBuffer<BF16> second = rank.symmetricBuffer(BF16.class, COUNT + 7);
                for (int call = 0; call < inputs.length; call++) {
                    DeviceBuffer<BF16> in = choose(rank, first, random);
                    DeviceBuffer<BF16> out = random.nextBoolean() ? in : choose(rank, second, random);
                    Bits.poison(out);
                    Bits.write(in, inputs[call][rank.index()]);
                    communicator.allReduce(0, in, out, COUNT);
                    assertArrayEquals(expected.get(call), Bits.read(out, COUNT), "call " + call);
                }
            });
        }
    }

    /** A buffer closed behind queued calls is there for them: its peers' parts too. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void closedBehindQueuedCalls(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.BF16, ReduceOp.SUM, path), "digest");
            List<SymmetricBuffer<BF16>> in = group.symmetricBuffers(BF16.class, COUNT);
            for (int rank = 0; rank < 2; rank++) {
                Bits.write(in.get(rank), Bits.ordinary(DType.BF16, COUNT, new Random(rank)));
            }
            List<DeviceBuffer<BF16>> out = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                out.add(group.rank(rank).buffer(BF16.class, COUNT));
                communicators.get(rank).allReduce(0, in.get(rank), out.get(rank), COUNT);
                in.get(rank).close();
            }
            long[][] inputs = {
                Bits.ordinary(DType.BF16, COUNT, new Random(0)), Bits.ordinary(DType.BF16, COUNT, new Random(1))
            };
            long[] expected = Reference.reduce(DType.BF16, ReduceOp.SUM, inputs);
            assertArrayEquals(expected, Bits.read(out.get(0), COUNT));
            assertArrayEquals(expected, Bits.read(out.get(1), COUNT));
        }
    }
}
