package dev.negzero.cli.bench;

import dev.negzero.annotations.Protocol;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;

/**
 * Collectives that can be measured. Each constant says how it is called, how long its buffers are, what its result must be
 * and how its bandwidth counts; nothing else of the bench knows one from another.
 */
public enum BenchOperation {
    /** Every rank gets the sum over all ranks. */
    ALL_REDUCE("sum") {
        @Override
        <T extends Element> void call(
                BenchCalls<T> calls, Protocol protocol, DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
            switch (protocol) {
                case AUTO -> calls.auto(in, out, count);
                case LAMPORT -> calls.lamport(in, out, count);
                case SIGNAL -> calls.signal(in, out, count);
                case MAILBOX -> calls.mailbox(in, out, count);
            }
        }

        @Override
        float expected(int ranks, int rank, long i) {
            int sum = 0;
            for (int from = 0; from < ranks; from++) {
                sum += input(from, i);
            }
            return sum;
        }

        /** What each rank's link must carry at least: twice the share of the other ranks. */
        @Override
        double busFactor(int ranks) {
            return 2.0 * (ranks - 1) / ranks;
        }
    },
    /** Every rank waits for all ranks. */
    BARRIER("none") {
        @Override
        <T extends Element> void call(
                BenchCalls<T> calls, Protocol protocol, DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
            calls.barrier();
        }

        @Override
        float expected(int ranks, int rank, long i) {
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

    private final String redop;

    BenchOperation(String redop) {
        this.redop = redop;
    }

    /** Makes one call. */
    abstract <T extends Element> void call(
            BenchCalls<T> calls, Protocol protocol, DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Element {@code i} of the result on a rank, when every rank's input is {@link #input}. */
    abstract float expected(int ranks, int rank, long i);

    /** Bus bandwidth over algorithm bandwidth, as nccl-tests counts it. */
    abstract double busFactor(int ranks);

    /** Whether it moves elements, so that there are sizes, protocols and results. */
    public boolean hasData() {
        return true;
    }

    /** Elements of a rank's input for a call with {@code count}. */
    long inputCount(long count, int ranks) {
        return count;
    }

    /** Elements of a rank's result for a call with {@code count}. */
    long outputCount(long count, int ranks) {
        return count;
    }

    /** The operator's name in the table. */
    public String redop() {
        return redop;
    }

    /** A rank's input: small whole numbers, so that sums are exact in every type. */
    static int input(int rank, long i) {
        return (int) ((i * 7 + rank * 13L) % 17) - 8;
    }
}
