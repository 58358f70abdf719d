package dev.negzero.spec.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.spec.Finding;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** What the tests of the rules assert. */
final class Findings {
    private Findings() {}

    static void none(Rule rule, TypeBuilder type) {
        assertEquals(List.of(), rule.check(type.build()));
    }

    static void one(Rule rule, TypeBuilder type, Problem problem, Place place, String text) {
        assertEquals(List.of(new Finding(problem, place, text)), rule.check(type.build()));
    }

    /** The place of an attribute of the only method {@code sum}. */
    static Place sum(String attribute) {
        return new Place("sum()", -1, "AllReduce", attribute);
    }

    /** The place of an attribute of the only method {@code sum}, which is of this operation. */
    static Place sum(Operation operation, String attribute) {
        return new Place("sum()", -1, operation.annotation(), attribute);
    }

    /** The place of the only method {@code sum}. */
    static Place sum() {
        return new Place("sum()", -1, "", "");
    }

    /** The place of a parameter of the only method {@code sum}. */
    static Place parameter(int index) {
        return new Place("sum()", index, "", "");
    }
}
