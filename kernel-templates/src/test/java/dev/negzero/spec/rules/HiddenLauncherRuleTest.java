package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class HiddenLauncherRuleTest {
    private final Rule rule = new HiddenLauncherRule();

    @Test
    void acceptsTypesOfOtherNames() {
        Findings.none(rule, type());
        Findings.none(rule, type().memberTypes("Launcher", "Sums", "sumsLauncher"));
    }

    @Test
    void refusesTheLaunchersName() {
        Findings.one(
                rule,
                type().memberTypes("Other", "SumsLauncher"),
                Problem.HIDDEN_LAUNCHER,
                Place.type(),
                "NZ404: a type in the interface has the name of its launcher, and hides it there; found SumsLauncher in"
                        + " Sums; rename that type");
    }
}
