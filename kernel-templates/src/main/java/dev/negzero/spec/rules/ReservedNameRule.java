package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Methods must not meet the launcher's own members, nor the protected ones of Object that a class can't implement freely. A
 * collective of such a name would be an overload at best, and confusing; a default method clashes only when its
 * parameters are the same.
 */
final class ReservedNameRule implements Rule {
    private static final Set<String> NAMES = Set.of("open", "openAll", "close", "communicator", "clone", "finalize");
    private static final Set<String> KEYS = Set.of("open(Rank)", "openAll(Group)", "close()", "communicator()");

    @Override
    public List<Finding> check(CollectiveSpec spec) {
        Stream<String> collectives = spec.methods().stream()
                .filter(method -> NAMES.contains(method.name()))
                .map(MethodSpec::key);
        Stream<String> defaults = spec.defaultMethods().stream().filter(KEYS::contains);
        return Stream.concat(collectives, defaults)
                .map(key -> Finding.of(Problem.RESERVED_NAME, Place.method(key), "method", key))
                .toList();
    }
}
