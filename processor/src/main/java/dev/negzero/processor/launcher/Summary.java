package dev.negzero.processor.launcher;

import dev.negzero.plan.MethodPlan;

/** The sentence that a launcher's documentation says of a method. */
final class Summary {
    private Summary() {}

    static String of(MethodPlan method) {
        String name = name(method);
        if (!method.operation().hasData()) {
            return name + ".";
        }
        String elements =
                method.operation().reduces() ? method.reduceOp() + " of " + method.dtype() : "" + method.dtype();
        return name + ": " + elements + " in packs of " + method.width() + ", protocol " + method.protocol()
                + counts(method) + root(method) + ".";
    }

    private static String name(MethodPlan method) {
        String id = method.operation().id().replace('_', '-');
        return Character.toUpperCase(id.charAt(0)) + id.substring(1);
    }

    private static String counts(MethodPlan method) {
        return switch (method.counts()) {
            case ONE -> "";
            case PER_RANK -> ", a count for each rank";
            case PER_PAIR -> ", a count for each pair of ranks";
        };
    }

    private static String root(MethodPlan method) {
        return method.root() < 0 ? "" : ", root " + method.root();
    }
}
