package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.CallLayout;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;

/**
 * One call of all ranks, and what it must leave in every rank's output: as the contract words it, one thread, element by
 * element, sharing no code with the runtime. All numbers are elements.
 *
 * @param operation SEND stands for a hand-off, whose receiver calls RECEIVE
 * @param count of a segment; the largest of the counts
 * @param root or the receiver of a hand-off; NO_ROOT if neither
 * @param sender of a hand-off, else -1
 * @param counts of each rank or pair; null with one count
 */
record CallModel(
        Operation operation,
        DType dtype,
        ReduceOp reduceOp,
        int ranks,
        int count,
        int root,
        int sender,
        long[] counts) {

    /** A call with random root or pair, and random counts of which the largest is {@code count}. */
    static CallModel random(
            Operation operation, Counts kind, DType dtype, ReduceOp op, int ranks, int count, Random random) {
        int root = operation.isRooted() ? random.nextInt(ranks) : CallLayout.NO_ROOT;
        int sender = -1;
        if (operation == Operation.SEND) {
            sender = random.nextInt(ranks);
            root = (sender + 1 + random.nextInt(ranks - 1)) % ranks;
        }
        long[] counts = null;
        if (kind != Counts.ONE) {
            counts = new long[kind.numbers(ranks)];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(count + 1);
            }
            counts[random.nextInt(counts.length)] = count;
        }
        return new CallModel(operation, dtype, op, ranks, count, root, sender, counts);
    }

    CallModel withRoot(int other) {
        return new CallModel(operation, dtype, reduceOp, ranks, count, other, sender, counts);
    }

    boolean takesPart(int rank) {
        return operation != Operation.SEND || rank == root || rank == sender;
    }

    /** The operation that a rank calls. */
    Operation operationOf(int rank) {
        return operation == Operation.SEND && rank == root ? Operation.RECEIVE : operation;
    }

    /** What a rank names as root: the root, or the other rank of a hand-off. */
    int namedBy(int rank) {
        return operation == Operation.SEND && rank == root ? sender : root;
    }

    /** Elements of a rank's input; 0 if it has none. */
    int inputs(int rank) {
        return switch (operation) {
            case ALL_REDUCE, REDUCE, GATHER -> count;
            case REDUCE_SCATTER -> ranks * count;
            case SCATTER -> rank == root ? ranks * count : 0;
            case BROADCAST -> rank == root ? count : 0;
            case ALL_GATHER -> counts == null ? count : (int) counts[rank];
            case ALL_TO_ALL ->
                counts == null
                        ? ranks * count
                        : (int) Arrays.stream(counts, rank * ranks, (rank + 1) * ranks)
                                .sum();
            case SEND, RECEIVE -> rank == sender ? count : 0;
            case BARRIER -> 0;
        };
    }

    /** What each rank's output must hold; null for a rank that gets nothing. */
    long[][] expected(long[][] in) {
        long[][] out = new long[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            out[rank] = expected(in, rank);
        }
        return out;
    }

    private long[] expected(long[][] in, int rank) {
        return switch (operation) {
            case ALL_REDUCE -> Reference.reduce(dtype, reduceOp, in);
            case REDUCE -> rank == root ? Reference.reduce(dtype, reduceOp, in) : null;
            case REDUCE_SCATTER -> Reference.reduce(dtype, reduceOp, parts(in, rank));
            case BROADCAST -> in[root];
            case SCATTER -> Arrays.copyOfRange(in[root], rank * count, (rank + 1) * count);
            case GATHER -> rank == root ? concatenated(in) : null;
            case ALL_GATHER -> concatenated(in);
            case ALL_TO_ALL -> concatenated(counts == null ? parts(in, rank) : uneven(in, rank));
            case SEND, RECEIVE -> rank == root ? in[sender] : null;
            case BARRIER -> null;
        };
    }

    private long[][] parts(long[][] in, int rank) {
        return Arrays.stream(in)
                .map(input -> Arrays.copyOfRange(input, rank * count, (rank + 1) * count))
                .toArray(long[][]::new);
    }

    private long[][] uneven(long[][] in, int to) {
        long[][] parts = new long[ranks][];
        for (int from = 0; from < ranks; from++) {
            int begin = 0;
            for (int other = 0; other < to; other++) {
                begin += (int) counts[from * ranks + other];
            }
            parts[from] = Arrays.copyOfRange(in[from], begin, begin + (int) counts[from * ranks + to]);
        }
        return parts;
    }

    private static long[] concatenated(long[][] parts) {
        return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
    }

    /** Elements from a rank's input to its output in the form that may be used in place; empty if it has none. */
    OptionalInt inPlace(int rank) {
        return switch (operation) {
            case ALL_REDUCE, BROADCAST -> OptionalInt.of(0);
            case REDUCE -> OptionalInt.of(0);
            case REDUCE_SCATTER -> OptionalInt.of(rank * count);
            case ALL_GATHER -> {
                long before = counts == null
                        ? (long) rank * count
                        : Arrays.stream(counts, 0, rank).sum();
                yield OptionalInt.of((int) -before);
            }
            case SCATTER -> rank == root ? OptionalInt.of(root * count) : OptionalInt.empty();
            case GATHER -> rank == root ? OptionalInt.of(-root * count) : OptionalInt.empty();
            case ALL_TO_ALL -> counts == null ? OptionalInt.of(0) : OptionalInt.empty();
            case SEND, RECEIVE, BARRIER -> OptionalInt.empty();
        };
    }

    /** Random inputs, any bits. */
    long[][] inputs(Random random) {
        long[][] in = new long[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            in[rank] = random.nextBoolean()
                    ? Bits.random(dtype, inputs(rank), random)
                    : Bits.ordinary(dtype, inputs(rank), random);
        }
        return in;
    }

    @Override
    public String toString() {
        return operation + " " + reduceOp + " " + dtype + " x " + count + " over " + ranks
                + (root == CallLayout.NO_ROOT ? "" : " root " + root)
                + (sender < 0 ? "" : " from " + sender)
                + (counts == null ? "" : " counts " + Arrays.toString(counts));
    }
}
