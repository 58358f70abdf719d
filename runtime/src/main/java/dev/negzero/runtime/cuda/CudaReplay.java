package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import java.util.List;

/** Captured calls of one rank: a graph, launched on the rank's stream. */
final class CudaReplay implements ReplayPort {
    private final CudaRank rank;
    private final Graphs graphs;
    private final long graph;
    private final CudaDomain[] domains;

    /** A graph that is ready. */
    CudaReplay(CudaRank rank, Graphs graphs, long graph, List<RecordedCall> calls) {
        this.rank = rank;
        this.graphs = graphs;
        this.graph = graph;
        this.domains = calls.stream().map(call -> (CudaDomain) call.domain()).toArray(CudaDomain[]::new);
    }

    /** One thread at a time: the driver doesn't allow two to launch one graph. */
    @Override
    public synchronized void replay(boolean mayBlock) {
        rank.setup().probe().at(Probe.Point.CALL_ENTRY, rank.index());
        rank.refuseIfFailed();
        rank.use();
        rank.driver().launchGraph(graph, rank.stream());
        for (CudaDomain domain : domains) {
            domain.countCall();
        }
    }

    @Override
    public synchronized void close() {
        graphs.retire(graph);
    }
}
