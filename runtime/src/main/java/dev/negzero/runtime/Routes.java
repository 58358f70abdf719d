package dev.negzero.runtime;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which variant of a method carries a message of which size, on one architecture: the plan's table, or what overrides it. */
final class Routes {
    static final String PROPERTY = "negzero.protocol";

    private record Route(long upToBytes, KernelVariant variant) {}

    private final MethodPlan method;
    private final Route[] routes;
    private final String askedBy;

    /**
     * The routes of a method.
     *
     * @param arch architecture of the engine
     * @param override protocol for AUTO methods; null to leave them their table
     * @throws LoadingException NZ811 if the method is AUTO and has no variant of {@code override}
     */
    Routes(MethodPlan method, String arch, @Nullable Protocol override) {
        this.method = method;
        boolean overridden = override != null && method.protocol() == Protocol.AUTO;
        this.askedBy = overridden ? "asked for by -D" + PROPERTY : "asked for by the annotation";
        List<Route> list = new ArrayList<>();
        for (AutoRow row : rows(arch)) {
            if (!overridden || row.algorithm().protocol() == override) {
                list.add(new Route(row.upToBytes(), method.variant(row.algorithm())));
            }
        }
        // A bounded protocol asked for by name carries what its region holds, not just what the table would give it.
        Protocol named = overridden ? override : method.protocol();
        if (named == Protocol.LAMPORT || named == Protocol.MAILBOX || list.isEmpty()) {
            list.clear();
            method.variants().stream()
                    .filter(variant -> variant.algorithm().protocol() == named)
                    .forEach(variant -> list.add(new Route(variant.limitBytes(), variant)));
        }
        if (list.isEmpty()) {
            throw RuntimeProblem.PROTOCOL_UNAVAILABLE.loading(
                    method.key() + " of " + method.dtype() + ", -D" + PROPERTY + "=" + named);
        }
        this.routes = list.toArray(new Route[0]);
    }

    private List<AutoRow> rows(String arch) {
        List<AutoRow> own =
                method.auto().stream().filter(row -> row.arch().equals(arch)).toList();
        return own.isEmpty()
                ? method.auto().stream().filter(row -> row.arch().equals("any")).toList()
                : own;
    }

    /**
     * The variant for a message.
     *
     * @throws ArgumentException NZ612 if none can carry it
     */
    KernelVariant select(long bytes) {
        for (Route route : routes) {
            if (bytes <= route.upToBytes()) {
                return route.variant();
            }
        }
        Route last = routes[routes.length - 1];
        throw RuntimeProblem.MESSAGE_LIMIT.argument(bytes + " bytes for " + method.key() + " by "
                + last.variant().algorithm().id() + ", " + askedBy + ", which carries " + last.upToBytes());
    }

    /** The algorithms in use, for the digest that ranks compare. */
    List<Algorithm> algorithms() {
        List<Algorithm> list = new ArrayList<>();
        for (Route route : routes) {
            list.add(route.variant().algorithm());
        }
        return list;
    }

    /**
     * What {@code -Dnegzero.protocol=} says.
     *
     * @return null if it says nothing
     * @throws LoadingException NZ810 if it names no protocol
     */
    static @Nullable Protocol override() {
        String value = System.getProperty(PROPERTY);
        if (value == null) {
            return null;
        }
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "auto" -> null;
            case "lamport" -> Protocol.LAMPORT;
            case "signal" -> Protocol.SIGNAL;
            case "mailbox" -> Protocol.MAILBOX;
            default -> throw RuntimeProblem.PROTOCOL_UNKNOWN.loading("-D" + PROPERTY + "=" + value);
        };
    }
}
