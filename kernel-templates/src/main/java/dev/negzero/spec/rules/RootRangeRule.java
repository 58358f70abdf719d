package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** A root that the annotation names is a rank of the group. */
final class RootRangeRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        boolean named = method.isOne(Operation::isRooted) && method.written().contains("root");
        boolean rank = method.root() >= 0 && method.root() < spec.groupSize();
        if (!named || rank || !GroupSizeRule.holds(spec)) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.ROOT_RANGE,
                Place.operation(method, "root"),
                "root",
                method.root(),
                "most",
                spec.groupSize() - 1));
    }
}
