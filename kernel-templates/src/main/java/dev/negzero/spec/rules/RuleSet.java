package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All rules. They run independently of each other, so that a user sees every finding in one compilation. */
public final class RuleSet {
    private static final List<Rule> RULES = List.of(
            new TypeKindRule(),
            new SealedRule(),
            new GenericTypeRule(),
            new VisibilityRule(),
            new EmptyInterfaceRule(),
            new PackBytesRule(),
            new NarrowPackRule(),
            new GroupSizeRule(),
            new ScopeRule(),
            new MaxBytesRule(),
            new OneDTypeRule(),
            new OneOperationRule(),
            new AgreedInheritanceRule(),
            new VoidReturnRule(),
            new CheckedExceptionRule(),
            new GenericMethodRule(),
            new RootRule(),
            new RootRangeRule(),
            new PeerRule(),
            new RankTypeRule(),
            new HandOffPairRule(),
            new ParametersRule(),
            new LamportDTypeRule(),
            new LamportMovementRule(),
            new LamportReduceRule(),
            new AverageRule(),
            new ReservedNameRule(),
            new HiddenLauncherRule());

    private RuleSet() {}

    /**
     * Runs all rules.
     *
     * @param spec what the user wrote
     * @return all findings: those on the type first, then those on methods in the spec's order
     */
    public static List<Finding> check(CollectiveSpec spec) {
        List<String> keys = spec.methods().stream().map(MethodSpec::key).toList();
        List<Finding> findings = new ArrayList<>();
        for (Rule rule : RULES) {
            findings.addAll(rule.check(spec));
        }
        findings.sort(Comparator.comparingInt(finding -> position(keys, finding.place())));
        return findings;
    }

    /** Default methods are not among the keys and sort between the type and the methods. */
    private static int position(List<String> keys, Place place) {
        return place.onType() ? -2 : keys.indexOf(place.methodKey());
    }
}
