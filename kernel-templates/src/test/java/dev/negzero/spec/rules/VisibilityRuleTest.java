package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisibilityRuleTest {
    private final Rule rule = new VisibilityRule();

    @Test
    void acceptsVisibleTypes() {
        Findings.none(rule, type());
    }

    @Test
    void namesEachPrivateType() {
        assertEquals(
                List.of("Outer", "Sums").stream()
                        .map(name -> new Finding(
                                Problem.NOT_VISIBLE,
                                Place.type(),
                                "NZ104: the generated launcher can't see this interface; found private " + name
                                        + "; make " + name + " package-private, protected or public"))
                        .toList(),
                rule.check(type().privateTypes("Outer", "Sums").build()));
    }
}
