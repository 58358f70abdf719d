package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.plan.ControlLayout;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupSizeRuleTest {
    private final Rule rule = new GroupSizeRule();

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void acceptsTwoToSixteen(int groupSize) {
        Findings.none(rule, type().groupSize(groupSize));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, 17, Integer.MAX_VALUE})
    void refusesOtherSizes(int groupSize) {
        Findings.one(
                rule,
                type().groupSize(groupSize),
                Problem.GROUP_SIZE,
                Place.collective("groupSize"),
                "NZ111: groupSize is out of range; found " + groupSize + "; use 2 to 16");
    }

    @Test
    void agreesWithTheControlRegion() {
        assertEquals(ControlLayout.MAX_RANKS, GroupSizeRule.MOST);
    }
}
