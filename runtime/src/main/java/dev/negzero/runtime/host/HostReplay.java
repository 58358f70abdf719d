package dev.negzero.runtime.host;

import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import java.util.List;

/** Captured calls of one rank: one piece of work of its stream. */
final class HostReplay implements ReplayPort {
    private record Step(HostDomain domain, Call call) {}

    private final HostRank rank;
    private final Step[] steps;

    HostReplay(HostRank rank, List<RecordedCall> calls) {
        this.rank = rank;
        this.steps = calls.stream().map(HostReplay::step).toArray(Step[]::new);
    }

    private static Step step(RecordedCall recorded) {
        Call call = new Call();
        call.set(
                recorded.method(),
                recorded.variant(),
                (HostMemory) recorded.in(),
                recorded.inOffset(),
                (HostMemory) recorded.out(),
                recorded.outOffset(),
                recorded.count(),
                recorded.root(),
                recorded.counts());
        return new Step((HostDomain) recorded.domain(), call);
    }

    @Override
    public void replay(boolean mayBlock) {
        if (mayBlock && rank.stream().enterAsOwner()) {
            try {
                for (Step step : steps) {
                    step.domain().run(step.call());
                }
            } finally {
                rank.stream().leave();
            }
        } else {
            rank.refuseIfFailed();
            rank.stream().enqueue(this::runQueued);
        }
        for (Step step : steps) {
            step.domain().countCall(step.call().method());
        }
    }

    private void runQueued() {
        for (Step step : steps) {
            step.domain().runQueued(step.call());
        }
    }

    /** Nothing was prepared; replays that are still queued hold what they need. */
    @Override
    public void close() {}
}
