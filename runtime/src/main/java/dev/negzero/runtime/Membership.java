package dev.negzero.runtime;

import dev.negzero.runtime.group.JobEnvironment;
import java.util.Map;

/**
 * One rank's place in a group whose ranks are processes of one machine, and where they find each other: rank 0 listens on
 * an address and a port until all have come.
 *
 * @param rank the rank of this process
 * @param size number of ranks, 2 .. 16
 * @param localRank which of the machine's GPUs it takes, as {@code -Dnegzero.devices=} numbers them; usually the rank
 * @param address host name or number of the interface that rank 0 listens on, and on no other
 * @param port 1 .. 65535
 * @param token what only ranks of this job know; may be empty where every user of the machine is trusted
 */
public record Membership(int rank, int size, int localRank, String address, int port, String token) {
    private static final int MOST_PORT = 65_535;

    /**
     * A place.
     *
     * @throws ArgumentException NZ601, NZ603 if size or rank is out of range, NZ850 if the local rank or the port is
     */
    public Membership {
        if (size < 2 || size > 16) {
            throw RuntimeProblem.GROUP_SIZE.argument("size " + size);
        }
        if (rank < 0 || rank >= size) {
            throw RuntimeProblem.RANK_INDEX.argument("rank " + rank + " of " + size);
        }
        if (localRank < 0) {
            throw RuntimeProblem.MEMBERSHIP.argument("local rank " + localRank);
        }
        if (port < 1 || port > MOST_PORT) {
            throw RuntimeProblem.MEMBERSHIP.argument("port " + port);
        }
    }

    /** A place on the loopback interface; the rank is the local rank, too. */
    public static Membership of(int rank, int size, int port, String token) {
        return new Membership(rank, size, rank, JobEnvironment.LOOPBACK, port, token);
    }

    /**
     * The place that a launcher of processes has put into the environment: torchrun, mpirun, or whatever sets the same
     * variables. See docs/processes.md.
     *
     * @throws ArgumentException NZ850 if a variable is missing or bad, or the job spans machines; NZ601, NZ603 as above
     */
    public static Membership fromEnvironment(Map<String, String> environment) {
        return new JobEnvironment(environment).membership();
    }

    /** For people; the token stays out of it. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + size + " at " + address + ":" + port;
    }
}
