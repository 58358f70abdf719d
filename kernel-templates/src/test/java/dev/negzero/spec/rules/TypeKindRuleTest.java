package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeKindRuleTest {
    private final Rule rule = new TypeKindRule();

    @Test
    void acceptsAnInterface() {
        Findings.none(rule, type());
    }

    @ParameterizedTest
    @CsvSource({"CLASS, class", "RECORD, record", "ENUM, enum", "ANNOTATION, annotation type"})
    void refusesOtherDeclarations(TypeShape.Kind kind, String text) {
        Findings.one(
                rule,
                type().kind(kind),
                Problem.NOT_AN_INTERFACE,
                Place.type(),
                "NZ101: @Collective can only stand on an interface; found the " + text
                        + " Sums; declare an interface and let your code call its launcher");
    }
}
