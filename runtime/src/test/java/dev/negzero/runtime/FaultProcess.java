package dev.negzero.runtime;

import dev.negzero.runtime.engine.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A rank as a process that says when it is at a point inside a call, and goes on when a byte comes on its standard input.
 * Arguments: base, rank, size, call, point. It prints how it ended.
 */
final class FaultProcess {
    static final String AT = "at the point";
    static final int CALLS = 8;

    private FaultProcess() {}

    /** Holds the process. */
    private static final class Hold implements Probe {
        private final Point point;
        private final int call;
        private int calls = -1;

        Hold(Point point, int call) {
            this.point = point;
            this.call = call;
        }

        @Override
        public void at(Point where, int rank) {
            if (where == Point.CALL_ENTRY) {
                calls++;
            }
            if (where == point && calls == call) {
                System.out.println(AT);
                try {
                    System.in.read();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** Calls of every path in turn. */
    static void calls(Rank rank) {
        Communicator communicator =
                Communicator.open(rank, FaultPlans.paths(rank.group().size()), "digest");
        Counting counting = new Counting(rank, 1000);
        for (int call = 0; call < CALLS; call++) {
            counting.check(communicator, call % dev.negzero.runtime.Path.values().length, call, 1 + call * 111);
        }
    }

    public static void main(String[] args) {
        Probe probe = new Hold(Probe.Point.valueOf(args[4]), Integer.parseInt(args[3]));
        GroupOptions options =
                GroupOptions.defaults().withDeadline(Duration.ofSeconds(30)).withProbe(probe);
        try (Group group =
                Group.join(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]), options)) {
            callsTwice(group);
        }
    }

    private static void callsTwice(Group group) {
        try {
            group.run(FaultProcess::calls);
            System.out.println("done");
        } catch (CollectiveException fault) {
            System.out.println(fault.kind() + " of rank " + fault.rank());
            group.reset();
            group.run(FaultProcess::calls);
            System.out.println("done behind the reset");
        }
    }
}
