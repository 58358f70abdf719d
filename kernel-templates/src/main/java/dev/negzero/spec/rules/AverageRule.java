package dev.negzero.spec.rules;

import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** The average of integers is no integer. */
final class AverageRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.isOne(Operation::reduces)
                || method.reduceOp() != ReduceOp.AVG
                || method.dtype().isFloat()) {
            return List.of();
        }
        return List.of(Finding.of(Problem.AVERAGE_DTYPE, Place.operation(method, "op"), "dtype", method.dtype()));
    }
}
