package dev.negzero.runtime;

import java.time.Duration;

/** One rank as a process that finds its place in the environment. Arguments: calls, seconds of the deadline. */
final class ProcessMain {
    private ProcessMain() {}

    public static void main(String[] args) {
        GroupOptions options = GroupOptions.defaults().withDeadline(Duration.ofSeconds(Long.parseLong(args[1])));
        try (Group group = Group.fromEnvironment(options)) {
            group.run(rank -> JoinMain.calls(rank, JoinMain.plan(group.size()), Integer.parseInt(args[0])));
        }
    }
}
