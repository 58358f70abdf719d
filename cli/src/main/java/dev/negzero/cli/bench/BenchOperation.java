package dev.negzero.cli.bench;

import dev.negzero.annotations.Protocol;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;

/**
 * Collectives that can be measured. Each constant says how it is called, how long its buffers are, what its result must be
 * and how its bandwidth counts; nothing else of the bench knows one from another. Where there is a root, it is rank 0.
 */
public enum BenchOperation {
    /** Every rank gets the sum over all ranks. */
    ALL_REDUCE("sum", false) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            switch (protocol) {
                case AUTO -> lane.calls().auto(lane.in(), lane.out(), count);
                case LAMPORT -> lane.calls().lamport(lane.in(), lane.out(), count);
                case SIGNAL -> lane.calls().signal(lane.in(), lane.out(), count);
                case MAILBOX -> lane.calls().mailbox(lane.in(), lane.out(), count);
            }
        }

        @Override
        public boolean hasProtocols() {
            return true;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return sum(ranks, i);
        }

        /** What each rank's link must carry at least: twice the share of the other ranks. */
        @Override
        double busFactor(int ranks) {
            return 2 * others(ranks);
        }
    },
    /** Every rank gets the sum of one segment. */
    REDUCE_SCATTER("sum", true) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().reduceScatter(lane.in(), lane.out(), count);
        }

        @Override
        long inputCount(long count, int ranks) {
            return count * ranks;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return sum(ranks, rank * count + i);
        }
    },
    /** The root gets the sum over all ranks. */
    REDUCE("sum", false) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().reduce(lane.in(), lane.out(), count, ROOT);
        }

        @Override
        long outputCount(long count, int ranks, int rank) {
            return rank == ROOT ? count : 0;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return sum(ranks, i);
        }

        @Override
        double busFactor(int ranks) {
            return 1;
        }
    },
    /** Every rank gets all ranks' elements. */
    ALL_GATHER("none", true) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().allGather(lane.in(), lane.out(), count);
        }

        @Override
        long outputCount(long count, int ranks, int rank) {
            return count * ranks;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return input((int) (i / count), i % count);
        }
    },
    /** The root gets all ranks' elements. */
    GATHER("none", true) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().gather(lane.in(), lane.out(), count, ROOT);
        }

        @Override
        long outputCount(long count, int ranks, int rank) {
            return rank == ROOT ? count * ranks : 0;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return input((int) (i / count), i % count);
        }
    },
    /** Every rank gets a segment of the root's. */
    SCATTER("none", true) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().scatter(lane.in(), lane.out(), count, ROOT);
        }

        @Override
        long inputCount(long count, int ranks) {
            return count * ranks;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return input(ROOT, rank * count + i);
        }
    },
    /** Every other rank gets the root's elements. */
    BROADCAST("none", false) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().broadcast(lane.rank() == ROOT ? lane.in() : lane.out(), count, ROOT);
        }

        @Override
        long outputCount(long count, int ranks, int rank) {
            return rank == ROOT ? 0 : count;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return input(ROOT, i);
        }

        @Override
        double busFactor(int ranks) {
            return 1;
        }
    },
    /** Every rank gets a segment of each rank's. */
    ALL_TO_ALL("none", true) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().allToAll(lane.in(), lane.out(), count);
        }

        @Override
        long inputCount(long count, int ranks) {
            return count * ranks;
        }

        @Override
        long outputCount(long count, int ranks, int rank) {
            return count * ranks;
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            return input((int) (i / count), rank * count + i % count);
        }
    },
    /** Every rank waits for all ranks. */
    BARRIER("none", false) {
        @Override
        <T extends Element> void call(Lane<T> lane, Protocol protocol, long count) {
            lane.calls().barrier();
        }

        @Override
        float expected(int ranks, int rank, long count, long i) {
            throw new IllegalStateException("a barrier has no result");
        }

        @Override
        double busFactor(int ranks) {
            return 0;
        }

        @Override
        public boolean hasData() {
            return false;
        }
    };

    private static final int ROOT = 0;

    /** What a call is made with on one rank. */
    record Lane<T extends Element>(int rank, BenchCalls<T> calls, DeviceBuffer<T> in, DeviceBuffer<T> out) {}

    private final String redop;
    private final boolean segmented;

    BenchOperation(String redop, boolean segmented) {
        this.redop = redop;
        this.segmented = segmented;
    }

    /** Makes one call. */
    abstract <T extends Element> void call(Lane<T> lane, Protocol protocol, long count);

    /** Element {@code i} of the result on a rank, when every rank's input is {@link #input}. */
    abstract float expected(int ranks, int rank, long count, long i);

    /** Bus bandwidth over algorithm bandwidth, as nccl-tests counts it. */
    double busFactor(int ranks) {
        return others(ranks);
    }

    /** Whether it moves elements, so that there are sizes and results. */
    public boolean hasData() {
        return true;
    }

    /** Whether a protocol can be asked for by name. */
    public boolean hasProtocols() {
        return false;
    }

    /** Parts of {@code count} elements in a message, as nccl-tests counts its size. */
    int segments(int ranks) {
        return segmented ? ranks : 1;
    }

    /** Elements of a rank's input for a call with {@code count}. */
    long inputCount(long count, int ranks) {
        return count;
    }

    /** Elements of a rank's result for a call with {@code count}. */
    long outputCount(long count, int ranks, int rank) {
        return count;
    }

    /** The operator's name in the table. */
    public String redop() {
        return redop;
    }

    private static double others(int ranks) {
        return (ranks - 1.0) / ranks;
    }

    private static float sum(int ranks, long i) {
        int sum = 0;
        for (int from = 0; from < ranks; from++) {
            sum += input(from, i);
        }
        return sum;
    }

    /** A rank's input: small whole numbers, so that sums are exact in every type. */
    static int input(int rank, long i) {
        return (int) ((i * 7 + rank * 13L) % 17) - 8;
    }
}
