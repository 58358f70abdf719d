package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.numeric.Sanitiser;
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
    private final Signatures signatures;
    private final LamportExchange lamport;
    private final MailboxExchange mailbox;
    private final SignalExchange signal;
    private final @Nullable Reduction[] reductions;
    private final @Nullable Sanitiser[] sanitisers;
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
        signatures = new Signatures(bytes, waiter, board);
        lamport = new LamportExchange(bytes, waiter, signatures, probe);
        mailbox = new MailboxExchange(bytes, waiter, signatures, probe);
        signal = new SignalExchange(bytes, rank, waiter, signatures, probe);
        reductions = new Reduction[plan.methods().size()];
        sanitisers = new Sanitiser[plan.methods().size()];
        plan.methods().forEach(this::prepare);
        issued.set(Words.plainInt(bytes.own, SignalLayout.STATE_CALL));
    }

    private void prepare(MethodPlan method) {
        if (method.operation() == Operation.BARRIER) {
            return;
        }
        Reduction reduction = Reduction.of(method.dtype(), method.reduceOp(), bytes.size);
        reductions[method.index()] = reduction;
        sanitisers[method.index()] = Sanitiser.of(method.dtype());
        mailbox.reserve(reduction.capacity() * method.dtype().bytes());
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
        return countCall();
    }

    /** Counts a call that was issued; its epoch. */
    int countCall() {
        return issued.updateAndGet(HostDomain::next);
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
            start(call);
            dispatch(call);
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
    private void start(Call call) {
        probe.at(Probe.Point.CALL_ENTRY, bytes.rank);
        VarHandle.releaseFence();
        call.epoch = next(Words.plainInt(bytes.own, SignalLayout.STATE_CALL));
        call.parity = Words.plainInt(bytes.own, SignalLayout.STATE_CALL + 4) ^ 1;
        Words.plainInt(bytes.own, SignalLayout.STATE_CALL, call.epoch);
        Words.plainInt(bytes.own, SignalLayout.STATE_CALL + 4, call.parity);
        if (plan.verify()) {
            signatures.send(call);
        }
    }

    private void dispatch(Call call) {
        boolean verify = plan.verify();
        if (call.algorithm() == Algorithm.SIGNAL_BARRIER) {
            signal.barrier(call, verify);
        } else {
            Reduction reduction = reductions[call.method().index()];
            Sanitiser sanitiser = sanitisers[call.method().index()];
            if (reduction == null || sanitiser == null) {
                throw new IllegalStateException(
                        "a barrier has no " + call.algorithm().id());
            }
            switch (call.algorithm()) {
                case LAMPORT_ONE_SHOT -> lamport.run(call, reduction, sanitiser, verify);
                case MAILBOX_ONE_SHOT -> mailbox.run(call, reduction, verify);
                default -> signal.run(call, reduction, verify);
            }
        }
        // Kernel exit: what follows sees what peers stored, and the next call's stores come behind this one's.
        VarHandle.acquireFence();
        VarHandle.releaseFence();
    }

    /** Epochs skip 0: it is what a fresh region holds. */
    private static int next(int epoch) {
        return epoch == -1 ? 1 : epoch + 1;
    }

    @Override
    public void close() {
        rank.forget(this, region);
    }
}
