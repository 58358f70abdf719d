package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;

/** A plan with a method for every operation, kind of counts, way to combine and protocol that some dtypes have. */
final class CallPlan {
    /** An operation with the kinds of its calls; SEND stands for both sides of a hand-off. */
    record Kind(Operation operation, Counts counts, DType dtype, ReduceOp reduceOp) {
        String name(Operation side, Protocol protocol) {
            return String.join("_", side.name(), counts.name(), dtype.name(), reduceOp.name(), protocol.name());
        }
    }

    /** A way for a call of a kind. */
    record Way(Kind kind, Protocol protocol, Algorithm algorithm) {}

    private final Plans plans;
    private final List<Kind> kinds = new ArrayList<>();
    private KernelPlan plan;

    CallPlan(int ranks) {
        plans = Plans.of(ranks);
    }

    Plans plans() {
        return plans;
    }

    /** Adds all methods of a dtype. */
    CallPlan with(DType dtype, long signalBytes, long otherBytes) {
        return with(dtype, signalBytes, otherBytes, List.of(ReduceOp.values()));
    }

    /** Adds the methods of a dtype that combine by some operators, or move. */
    CallPlan with(DType dtype, long signalBytes, long otherBytes, List<ReduceOp> ops) {
        for (Operation operation : Operation.values()) {
            if (operation.hasData() && operation != Operation.RECEIVE) {
                for (ReduceOp op : operation.reduces() ? ops : List.of(ReduceOp.SUM)) {
                    if (op != ReduceOp.AVG || dtype.isFloat()) {
                        add(operation, dtype, op, signalBytes, otherBytes);
                    }
                }
            }
        }
        return this;
    }

    private void add(Operation operation, DType dtype, ReduceOp op, long signalBytes, long otherBytes) {
        for (Counts counts : Counts.values()) {
            boolean ranks = operation == Operation.ALL_GATHER && counts == Counts.PER_RANK;
            boolean pairs = operation == Operation.ALL_TO_ALL && counts == Counts.PER_PAIR;
            if (counts == Counts.ONE || ranks || pairs) {
                Kind kind = new Kind(operation, counts, dtype, op);
                kinds.add(kind);
                for (Protocol protocol : protocols(operation, dtype)) {
                    plans.maxBytes(protocol == Protocol.SIGNAL ? signalBytes : otherBytes);
                    plans.call(kind.name(operation, protocol), operation, counts, dtype, op, protocol);
                    if (operation == Operation.SEND) {
                        String receive = kind.name(Operation.RECEIVE, protocol);
                        plans.call(receive, Operation.RECEIVE, counts, dtype, op, protocol);
                    }
                }
            }
        }
    }

    private static List<Protocol> protocols(Operation operation, DType dtype) {
        boolean lamport = operation == Operation.ALL_REDUCE || operation == Operation.REDUCE_SCATTER;
        return lamport && dtype.isFloat()
                ? List.of(Protocol.SIGNAL, Protocol.MAILBOX, Protocol.LAMPORT)
                : List.of(Protocol.SIGNAL, Protocol.MAILBOX);
    }

    List<Kind> kinds() {
        return kinds;
    }

    KernelPlan plan() {
        if (plan == null) {
            plan = plans.plan();
        }
        return plan;
    }

    /** The method that a rank calls. */
    MethodPlan method(Way way, Operation side) {
        return plan().methods().get(Plans.index(plan(), way.kind().name(side, way.protocol())));
    }

    /** The variant that a rank's call takes. */
    KernelVariant variant(Way way, Operation side) {
        return method(way, side).variant(way.algorithm());
    }

    /** The ways that can carry a call of {@code count} elements. */
    List<Way> ways(Kind kind, int count) {
        List<Way> ways = new ArrayList<>();
        for (Protocol protocol : protocols(kind.operation(), kind.dtype())) {
            MethodPlan method = plan().methods().get(Plans.index(plan(), kind.name(kind.operation(), protocol)));
            for (KernelVariant variant : method.variants()) {
                if ((long) count * kind.dtype().bytes() <= variant.limitBytes()) {
                    ways.add(new Way(kind, protocol, variant.algorithm()));
                }
            }
        }
        return ways;
    }
}
