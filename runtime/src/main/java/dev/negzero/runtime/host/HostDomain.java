package dev.negzero.runtime.host;

import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import dev.negzero.runtime.signal.SignalBuffer;
import dev.negzero.runtime.signal.Words;
import dev.negzero.spec.Operation;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One rank's side of an opened launcher: the "kernels", as methods on the bytes. */
final class HostDomain implements DomainPort {
    private final HostRank rank;
    private final int region;
    private final KernelPlan plan;
    private final DomainBytes bytes;
    private final FaultBoard board;
    private final Probe probe;
    private final LamportExchange lamport;
    private final LamportTwoShot lamportTwoShot;
    private final MailboxExchange mailbox;
    private final SignalTiles tiles;
    private final SignalReduction signalReduction;
    private final SignalMovement signalMovement;
    private final HandOffs handOffs;
    private final Kernel[] kernels;
    private final Call direct = new Call();
    private final AtomicInteger issued = new AtomicInteger();

    HostDomain(
            HostRank rank,
            int region,
            KernelPlan plan,
            DomainBytes bytes,
            FaultBoard board,
            Waiter waiter,
            Probe probe) {
        this.rank = rank;
        this.region = region;
        this.plan = plan;
        this.bytes = bytes;
        this.board = board;
        this.probe = probe;
        Signatures signatures = new Signatures(bytes, waiter, board, plan.verify());
        Segments segments = new Segments(bytes.size);
        LamportSlots slots = new LamportSlots(bytes, waiter);
        lamport = new LamportExchange(bytes, slots, signatures, probe);
        lamportTwoShot = new LamportTwoShot(bytes, slots, signatures, probe);
        mailbox = new MailboxExchange(bytes, waiter, signatures, segments, probe);
        tiles = new SignalTiles(bytes, waiter, signatures, segments, probe);
        signalReduction = new SignalReduction(bytes, tiles, segments);
        signalMovement = new SignalMovement(bytes, tiles, segments);
        handOffs = new HandOffs(bytes, rank, waiter, signatures, probe);
        kernels = plan.methods().stream().map(this::prepare).toArray(Kernel[]::new);
        issued.set(Words.plainInt(bytes.own, SignalLayout.STATE_CALL));
    }

    private Kernel prepare(MethodPlan method) {
        Kernel kernel = Kernel.of(method, bytes.size);
        if (method.operation().reduces()) {
            mailbox.reserve(kernel.reduction().capacity() * method.dtype().bytes());
        }
        return kernel;
    }

    /** Initialises the region again, after a fault. */
    void init() {
        SignalBuffer.init(bytes.own, plan.layout());
        issued.set(0);
    }

    @Override
    public int launch(
            MethodPlan method,
            KernelVariant variant,
            @Nullable Memory in,
            long inOffset,
            @Nullable Memory out,
            long outOffset,
            long count,
            int root,
            long @Nullable [] counts,
            boolean mayBlock) {
        if (mayBlock && rank.stream().enterAsOwner()) {
            try {
                direct.set(
                        method, variant, (HostMemory) in, inOffset, (HostMemory) out, outOffset, count, root, counts);
                run(direct);
            } finally {
                rank.stream().leave();
            }
        } else {
            rank.refuseIfFailed();
            Call queued = new Call();
            queued.set(method, variant, (HostMemory) in, inOffset, (HostMemory) out, outOffset, count, root, counts);
            rank.stream().enqueue(() -> runQueued(queued));
        }
        return countCall(method);
    }

    /** Counts a call that was issued; its epoch. A hand-off has an epoch of its pair's, and moves the domain's not on. */
    int countCall(MethodPlan method) {
        return method.operation().isHandOff() ? issued.get() : issued.updateAndGet(HostDomain::next);
    }

    @Override
    public int epoch() {
        return issued.get();
    }

    /** Whatever happens, synchronize will find it, and the worker goes on. */
    void runQueued(Call call) {
        try {
            run(call);
        } catch (FaultSignal fault) {
            // It is on the board already; nobody waits here to be told.
        } catch (RuntimeException | Error failure) {
            rank.fail(failure);
        }
    }

    /** Carries a call out; nothing else of the rank runs. */
    void run(Call call) {
        boolean done = false;
        try {
            rank.refuseIfFailed();
            enter(call);
            dispatch(call, kernels[call.method().index()]);
            leave();
            done = true;
        } catch (FaultSignal fault) {
            done = true;
            throw fault;
        } finally {
            if (!done) {
                // A bug or an OutOfMemoryError: the peers must not wait for the rest of this call.
                board.report(FaultRecord.abort(bytes.rank, call.epoch));
            }
        }
    }

    /** Kernel entry: everything before is visible to whom this call's stores are. */
    private void enter(Call call) {
        probe.at(Probe.Point.CALL_ENTRY, bytes.rank);
        VarHandle.releaseFence();
        if (!call.operation().isHandOff()) {
            call.epoch = next(Words.plainInt(bytes.own, SignalLayout.STATE_CALL));
            call.parity = Words.plainInt(bytes.own, SignalLayout.STATE_CALL + 4) ^ 1;
            Words.plainInt(bytes.own, SignalLayout.STATE_CALL, call.epoch);
            Words.plainInt(bytes.own, SignalLayout.STATE_CALL + 4, call.parity);
        }
    }

    private void dispatch(Call call, Kernel kernel) {
        Operation operation = call.operation();
        if (operation.isHandOff()) {
            handOffs.run(call);
            return;
        }
        switch (call.algorithm()) {
            case LAMPORT_ONE_SHOT -> lamport.run(call, kernel);
            case LAMPORT_TWO_SHOT -> lamportTwoShot.run(call, kernel);
            case MAILBOX_ONE_SHOT, MAILBOX_TRIPLES -> mailbox.run(call, kernel);
            case SIGNAL_BARRIER -> tiles.meet(call);
            case SIGNAL_ONE_STAGE -> {
                if (operation.reduces()) {
                    signalReduction.oneStage(call, kernel);
                } else {
                    signalMovement.oneStage(call, kernel);
                }
            }
            case SIGNAL_TWO_STAGE -> {
                if (operation.reduces()) {
                    signalReduction.twoStage(call, kernel);
                } else {
                    signalMovement.broadcastTwoStage(call, kernel);
                }
            }
        }
    }

    /** Kernel exit: what follows sees what peers stored, and the next call's stores come behind this one's. */
    private static void leave() {
        VarHandle.acquireFence();
        VarHandle.releaseFence();
    }

    /** Epochs skip 0: it is what a fresh region holds. */
    static int next(int epoch) {
        return epoch == -1 ? 1 : epoch + 1;
    }

    @Override
    public void close() {
        rank.forget(this, region);
    }
}
