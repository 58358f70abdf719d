package dev.negzero.runtime;

import dev.negzero.runtime.engine.Split;
import java.util.HashMap;
import java.util.Map;

/** The groups that a group was split into: one object for the ranks of this process that came with the same colour. */
final class Subgroups {
    private record Name(int split, int color) {}

    private final Group whole;
    private final Map<Name, Group> groups = new HashMap<>();

    Subgroups(Group whole) {
        this.whole = whole;
    }

    /**
     * A rank of this process comes to its subgroup.
     *
     * @return the rank as a member of the subgroup
     */
    synchronized Rank join(Rank rank, int color, Split split) {
        Group group = groups.computeIfAbsent(
                new Name(split.number(), color),
                name -> Group.part(whole, split.members().size()));
        return group.adopt(rank, split);
    }

    /** Closes all of them. */
    synchronized void close() {
        groups.values().forEach(Group::close);
        groups.clear();
    }
}
