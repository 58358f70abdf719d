package dev.negzero.runtime.cuda;

import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.group.Rendezvous;
import java.util.ArrayList;
import java.util.List;

/** The collective steps of one rank: what all ranks do together while no call runs. One at a time. */
final class CudaSteps {
    private final CudaRank rank;
    private final CudaEngine engine;
    private final CudaRank.Parts parts;
    private final Rendezvous rendezvous;
    private final Graphs graphs;
    private final CudaSubgroups subgroups;
    private final List<CudaDomain> domains = new ArrayList<>();

    /** Of a rank whose parts these are. */
    CudaSteps(
            CudaRank rank,
            CudaEngine engine,
            CudaRank.Parts parts,
            Rendezvous rendezvous,
            Graphs graphs,
            CudaSubgroups subgroups) {
        this.rank = rank;
        this.engine = engine;
        this.parts = parts;
        this.rendezvous = rendezvous;
        this.graphs = graphs;
        this.subgroups = subgroups;
    }

    /** Waits for all ranks to come to the same step. */
    void meet(Agreement agreement) {
        rendezvous.meet(agreement);
    }

    /** Makes a buffer that peers may read in place. */
    Memory allocateSymmetric(long bytes, Agreement agreement) {
        settle(agreement);
        SharedRegions shared = rank.shared();
        return shared.make(region -> {
            long address = shared.share(region, bytes);
            rank.zero(address, bytes);
            rank.stage().drain();
            rendezvous.meet(agreement);
            rank.symmetric().put(region, shared.addresses(region));
            rendezvous.meet(agreement);
            return new CudaMemory(rank, address, bytes, region);
        });
    }

    /** Opens a launcher. */
    CudaDomain connect(Kernels kernels, Agreement agreement) {
        settle(agreement);
        return rank.shared().make(region -> connect(region, kernels, agreement));
    }

    private CudaDomain connect(int region, Kernels kernels, Agreement agreement) {
        KernelPlan plan = kernels.plan();
        engine.requireScope(plan);
        KernelTable table = KernelTable.load(kernels, rank, engine.library());
        SharedRegions shared = rank.shared();
        CudaDomain domain = new CudaDomain(
                rank, region, plan, table, shared.share(region, plan.layout().total()));
        domain.init(rank.setup().probe());
        rendezvous.meet(Agreement.on(agreement.subject(), agreement.digest() + ", " + table.caps()));
        domain.reach(shared.addresses(region), shared.addresses(Directory.CONTROL));
        rendezvous.meet(agreement);
        domains.add(domain);
        return domain;
    }

    /** Takes the rank into the subgroup of its color. */
    Split split(int color, Agreement agreement) {
        settle(agreement);
        Split split = subgroups.enter(parts, rendezvous.exchange(color));
        // Behind it all members have published their control regions.
        rendezvous.meet(agreement);
        if (parts.circle().spansProcesses()) {
            ((CudaRank) split.port()).reachControls();
        }
        return split;
    }

    /** Makes a graph of calls. */
    ReplayPort capture(List<RecordedCall> calls, Agreement agreement) {
        settle(agreement);
        long graph = graphs.make(calls);
        rank.stage().drain();
        rendezvous.meet(agreement);
        return new CudaReplay(rank, graphs, graph, calls);
    }

    /**
     * Comes to a state in which nothing waits for anything: all ranks have issued what they had to, and all of it is
     * done. What follows may wait for all kernels of a GPU (allocating, loading), so none of them may be waiting for a
     * call that some rank has yet to issue.
     */
    private void settle(Agreement agreement) {
        rendezvous.meet(agreement);
        rank.stage().drain();
        rendezvous.meet(agreement);
        rank.shared().freeClosed();
        rank.use();
        graphs.destroyRetired();
    }

    /** A launcher makes no further calls. */
    void forget(CudaDomain domain, int region) {
        domains.remove(domain);
        rank.shared().close(region);
    }

    /** Counts the steps anew and initialises the launchers' regions again, behind a fault. */
    void restart() {
        rendezvous.restart();
        domains.forEach(CudaDomain::init);
    }
}
