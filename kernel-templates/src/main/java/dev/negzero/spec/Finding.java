package dev.negzero.spec;

/**
 * One broken rule.
 *
 * @param problem which
 * @param place where it stands
 * @param text the whole message, code included
 */
public record Finding(Problem problem, Place place, String text) {
    /**
     * A finding with its text filled in.
     *
     * @param problem which
     * @param place where
     * @param values name, value, name, value ... for the problem's text
     */
    public static Finding of(Problem problem, Place place, Object... values) {
        return new Finding(problem, place, problem.text(values));
    }
}
