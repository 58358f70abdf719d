package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.spec.Finding;
import dev.negzero.spec.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleSetTest {
    @Test
    void findsNothingInAGoodSpec() {
        assertEquals(List.of(), RuleSet.check(type().build()));
    }

    @Test
    void reportsTheTypeFirstAndThenMethodsInOrder() {
        TypeBuilder type = type().width(3)
                .groupSize(1)
                .defaultMethods("close()")
                .methods(
                        allReduce("a").returnType("int").maxBytes(0),
                        barrier("b").operations());
        assertEquals(
                List.of(
                        Problem.PACK_BYTES,
                        Problem.GROUP_SIZE,
                        Problem.RESERVED_NAME,
                        Problem.MAX_BYTES,
                        Problem.RETURN_TYPE,
                        Problem.NO_OPERATION),
                RuleSet.check(type.build()).stream().map(Finding::problem).toList());
    }
}
