package dev.negzero.tests.gpu;

import dev.negzero.cli.bench.BenchCalls;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;

/**
 * What the bench calls, by the methods of a plan of {@link AlgorithmPlans}.
 *
 * @param communicator one rank's
 * @param method the one that is measured; the operation called must be its own
 * @param fence the barrier in front of a timing
 * @param place run before that barrier on the rank's thread, which is another one for each size
 */
record AlgorithmCalls<T extends Element>(Communicator communicator, int method, int fence, Runnable place)
        implements BenchCalls<T> {
    @Override
    public void auto(DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
        communicator.allReduce(method, in, out, count);
    }

    @Override
    public void lamport(DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
        throw byName();
    }

    @Override
    public void signal(DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
        throw byName();
    }

    @Override
    public void mailbox(DeviceBuffer<T> in, DeviceBuffer<T> out, long count) {
        throw byName();
    }

    private static UnsupportedOperationException byName() {
        return new UnsupportedOperationException("the plan names an algorithm, not the caller a protocol");
    }

    @Override
    public void reduceScatter(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank) {
        communicator.reduceScatter(method, in, out, countPerRank);
    }

    @Override
    public void reduce(DeviceBuffer<T> in, DeviceBuffer<T> out, long count, int root) {
        communicator.reduce(method, in, out, count, root);
    }

    @Override
    public void allGather(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank) {
        communicator.allGather(method, in, out, countPerRank);
    }

    @Override
    public void gather(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank, int root) {
        communicator.gather(method, in, out, countPerRank, root);
    }

    @Override
    public void scatter(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank, int root) {
        communicator.scatter(method, in, out, countPerRank, root);
    }

    @Override
    public void broadcast(DeviceBuffer<T> inOut, long count, int root) {
        communicator.broadcast(method, inOut, count, root);
    }

    @Override
    public void allToAll(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerPair) {
        communicator.allToAll(method, in, out, countPerPair);
    }

    @Override
    public void barrier() {
        place.run();
        communicator.barrier(fence);
    }
}
