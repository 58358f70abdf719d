package dev.negzero.tests.nativebuild;

import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.engine.CountsHash;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.Random;

/**
 * One call of all ranks, or a hand-off of two. Numbers are elements.
 *
 * @param method what every rank calls; of a hand-off, the sender
 * @param receive what the receiver of a hand-off calls, else null
 * @param count of a segment; the largest of the counts
 * @param root the root, or the receiver of a hand-off, or {@link CallLayout#NO_ROOT}
 * @param sender of a hand-off, else -1
 * @param counts of each rank or pair; empty with one count
 */
record MixedCall(MethodPlan method, MethodPlan receive, int ranks, int count, int root, int sender, long[] counts) {
    /** A random call of a method; of a send, between a random pair. */
    static MixedCall random(KernelPlan plan, MethodPlan method, int longest, Random random) {
        int ranks = plan.groupSize();
        Operation operation = method.operation();
        int count = operation.hasData() ? 1 + random.nextInt(longest) : 0;
        int root = operation.isRooted() ? random.nextInt(ranks) : CallLayout.NO_ROOT;
        if (operation == Operation.SEND) {
            int sender = random.nextInt(ranks);
            int receiver = (sender + 1 + random.nextInt(ranks - 1)) % ranks;
            return new MixedCall(method, receiveOf(plan, method), ranks, count, receiver, sender, new long[0]);
        }
        long[] counts = new long[method.counts().numbers(ranks)];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(count + 1);
        }
        if (counts.length != 0) {
            counts[random.nextInt(counts.length)] = count;
        }
        return new MixedCall(method, null, ranks, count, root, -1, counts);
    }

    private static MethodPlan receiveOf(KernelPlan plan, MethodPlan send) {
        return plan.methods().stream()
                .filter(m -> m.operation() == Operation.RECEIVE
                        && m.digest() == send.digest()
                        && m.variants().get(0).algorithm()
                                == send.variants().get(0).algorithm())
                .findFirst()
                .orElseThrow();
    }

    boolean takesPart(int rank) {
        return sender < 0 || rank == sender || rank == root;
    }

    MethodPlan methodOf(int rank) {
        return sender >= 0 && rank == root ? receive : method;
    }

    /** Elements that a rank has before the call; of a broadcast, what its one buffer holds. */
    int in(int rank) {
        return switch (methodOf(rank).operation()) {
            case ALL_REDUCE, REDUCE, GATHER, BROADCAST, SEND -> count;
            case REDUCE_SCATTER -> ranks * count;
            case SCATTER -> rank == root ? ranks * count : 0;
            case ALL_GATHER -> counts.length == 0 ? count : (int) counts[rank];
            case ALL_TO_ALL -> counts.length == 0 ? ranks * count : sum(rank * ranks, 1);
            case RECEIVE, BARRIER -> 0;
        };
    }

    /** Elements that a rank has got behind the call. */
    int out(int rank) {
        return switch (methodOf(rank).operation()) {
            case ALL_REDUCE, REDUCE_SCATTER, BROADCAST, SCATTER, RECEIVE -> count;
            case REDUCE -> rank == root ? count : 0;
            case GATHER -> rank == root ? ranks * count : 0;
            case ALL_GATHER -> counts.length == 0 ? ranks * count : sum(0, 1);
            case ALL_TO_ALL -> counts.length == 0 ? ranks * count : sum(rank, ranks);
            case SEND, BARRIER -> 0;
        };
    }

    private int sum(int first, int step) {
        int sum = 0;
        for (int i = 0; i < ranks; i++) {
            sum += (int) counts[first + i * step];
        }
        return sum;
    }

    /** A row of the native rank's list; see {@code rank.cpp}. */
    String row(int rank, int inputOffset) {
        int bytes = method.dtype().bytes();
        StringBuilder row = new StringBuilder();
        long hash = counts.length == 0 ? 0 : CountsHash.of(counts) & 0xFFFFFFFFL;
        int named = sender >= 0 && rank == root ? sender : root;
        long[] numbers = {
            methodOf(rank).index(), count, named, hash, inputOffset, (long) in(rank) * bytes, (long) out(rank) * bytes
        };
        for (long number : numbers) {
            row.append(number).append(' ');
        }
        for (long number : counts) {
            row.append(number).append(' ');
        }
        return row.append('\n').toString();
    }

    /** Makes the call on a rank of the host engine; returns its output. */
    byte[] run(Rank rank, Communicator communicator, byte[] input) {
        int self = rank.index();
        Class<? extends Element> marker = Elements.markerOf(method.dtype());
        try (DeviceBuffer<?> in = rank.buffer(marker, Math.max(1, in(self)));
                DeviceBuffer<?> out = rank.buffer(marker, Math.max(1, out(self)))) {
            byte[] result = new byte[out(self) * method.dtype().bytes()];
            if (input.length != 0) {
                in.copyFrom(input);
            }
            issue(self, communicator, in, out);
            if (result.length != 0) {
                (method.operation() == Operation.BROADCAST ? in : out).copyTo(result);
            }
            return result;
        }
    }

    private void issue(int self, Communicator communicator, DeviceBuffer<?> in, DeviceBuffer<?> out) {
        int index = methodOf(self).index();
        boolean one = method.counts() == Counts.ONE;
        switch (methodOf(self).operation()) {
            case ALL_REDUCE -> communicator.allReduce(index, in, out, count);
            case REDUCE_SCATTER -> communicator.reduceScatter(index, in, out, count);
            case REDUCE -> communicator.reduce(index, in, self == root ? out : null, count, root);
            case BROADCAST -> communicator.broadcast(index, in, count, root);
            case SCATTER -> communicator.scatter(index, self == root ? in : null, out, count, root);
            case GATHER -> communicator.gather(index, in, self == root ? out : null, count, root);
            case ALL_GATHER -> {
                if (one) {
                    communicator.allGather(index, in, out, count);
                } else {
                    communicator.allGather(index, in, out, counts);
                }
            }
            case ALL_TO_ALL -> {
                if (one) {
                    communicator.allToAll(index, in, out, count);
                } else {
                    communicator.allToAll(index, in, out, counts);
                }
            }
            case SEND -> communicator.send(index, in, count, root);
            case RECEIVE -> communicator.receive(index, out, count, sender);
            case BARRIER -> communicator.barrier(index);
        }
    }
}
