package com.acme;

import dev.negzero.runtime.BF16;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Launcher;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.SymmetricBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * Carries out {@link TensorParallel} on a group of 2 ranks.
 *
 * <p>Exchanges between the parts of one layer.
 *
 * <p>Activations are {@code BF16}.
 *
 * <p>Each rank has an instance of its own. Calls are asynchronous and in order; a fault of any rank is
 * thrown by {@link Rank#synchronize()}. Kernels, and the numbers that they share with this class, are in the
 * resources below.
 *
 * @see "META-INF/negzero/com/acme/TensorParallel.cu"
 * @see "META-INF/negzero/com/acme/TensorParallel.hip.cpp"
 * @see "META-INF/negzero/com/acme/TensorParallel.json"
 */
@Generated("dev.negzero.processor.NegzeroProcessor")
public final class TensorParallelLauncher extends Launcher implements TensorParallel {
    private static final Launcher.Info INFO = new Launcher.Info(
            "com.acme.TensorParallel",
            "META-INF/negzero/com/acme/TensorParallel",
            1,
            "a62509396b3989945b6a12e1eaf2e5c7fbdf620478d798dffc5d1dbce460c206");

    private TensorParallelLauncher(Communicator communicator) {
        super(communicator);
    }

    /**
     * Opens the launcher on one rank; returns once every rank of the group has done so, each on its
     * own thread.
     *
     * @param rank a rank of a group of 2
     * @return this rank's launcher
     */
    public static TensorParallelLauncher open(Rank rank) {
        Communicator communicator = Communicator.open(rank, TensorParallelLauncher.class, INFO);
        return new TensorParallelLauncher(communicator);
    }

    /**
     * Opens the launcher on all ranks of a group, from one thread.
     *
     * @param group a group of 2 ranks
     * @return one launcher for each rank, in rank order
     */
    public static List<TensorParallelLauncher> openAll(Group group) {
        List<TensorParallelLauncher> launchers = new ArrayList<TensorParallelLauncher>();
        for (Communicator communicator : Communicator.openAll(group, TensorParallelLauncher.class, INFO)) {
            launchers.add(new TensorParallelLauncher(communicator));
        }
        return launchers;
    }

    /**
     * Adds the partial products of all ranks.
     *
     * <p>All-reduce: SUM of BF16 in packs of 8, protocol AUTO.
     */
    @Override
    public void allReduce(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count) {
        communicator().allReduce(0, in, out, count);
    }

    /**
     * Barrier.
     */
    @Override
    public void barrier() {
        communicator().barrier(1);
    }

    /**
     * All-reduce: MAX of BF16 in packs of 8, protocol MAILBOX.
     */
    @Override
    public void max(SymmetricBuffer<BF16> in, SymmetricBuffer<BF16> out, long count) {
        communicator().allReduce(2, in, out, count);
    }
}
