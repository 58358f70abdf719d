package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/**
 * Sender and receiver pick their algorithm by themselves, each from its own method's values; so a send needs a receive with
 * the same ones, or the two could not meet. And a launcher is opened on all ranks, so both stand in one interface.
 */
final class HandOffPairRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.isOne(Operation::isHandOff)) {
            return List.of();
        }
        Operation partner = method.is(Operation.SEND) ? Operation.RECEIVE : Operation.SEND;
        if (spec.methods().stream().anyMatch(other -> other.is(partner) && meet(method, other))) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.UNPAIRED,
                Place.method(method),
                "operation",
                method.operation().annotation(),
                "partner",
                partner.annotation(),
                "dtype",
                method.dtype(),
                "width",
                method.width(),
                "protocol",
                method.protocol(),
                "maxBytes",
                method.maxBytes()));
    }

    private static boolean meet(MethodSpec one, MethodSpec other) {
        return one.dtype() == other.dtype()
                && one.width() == other.width()
                && one.protocol() == other.protocol()
                && one.maxBytes() == other.maxBytes();
    }
}
