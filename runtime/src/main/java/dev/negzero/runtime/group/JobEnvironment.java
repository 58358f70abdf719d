package dev.negzero.runtime.group;

import dev.negzero.runtime.ArgumentException;
import dev.negzero.runtime.Membership;
import dev.negzero.runtime.RuntimeProblem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what launchers of processes put into the environment. Variables of one meaning are looked at in order. */
public final class JobEnvironment {
    /** Where rank 0 listens unless the environment names another address. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final List<String> RANK = List.of("RANK", "OMPI_COMM_WORLD_RANK");
    private static final List<String> SIZE = List.of("WORLD_SIZE", "OMPI_COMM_WORLD_SIZE");
    private static final List<String> LOCAL_RANK = List.of("LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK");
    private static final List<String> LOCAL_SIZE = List.of("LOCAL_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE");
    /** Names that all processes of one start share, and those of others don't. */
    private static final List<String> JOB = List.of("TORCHELASTIC_RUN_ID", "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid");

    private static final String OWN_PORT = "NEGZERO_PORT";
    private static final String MASTER_PORT = "MASTER_PORT";
    private static final String AGENT_STORE = "TORCHELASTIC_USE_AGENT_STORE";
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;

    private final Map<String, String> environment;

    /** What is in an environment. */
    public JobEnvironment(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * This process's place.
     *
     * @throws ArgumentException NZ850 if a variable is missing or bad, or the job spans machines
     */
    public Membership membership() {
        int rank = required(RANK);
        int size = required(SIZE);
        Integer localSize = number(LOCAL_SIZE);
        if (localSize != null && localSize != size) {
            throw RuntimeProblem.MEMBERSHIP.argument(
                    "a job of " + size + " ranks of which " + localSize + " are on this machine");
        }
        Integer localRank = number(LOCAL_RANK);
        String address = environment.getOrDefault("MASTER_ADDR", LOOPBACK);
        return new Membership(rank, size, localRank == null ? rank : localRank, address, port(), token());
    }

    private int required(List<String> names) {
        Integer value = number(names);
        if (value == null) {
            throw RuntimeProblem.MEMBERSHIP.argument("none of " + String.join(", ", names) + " in the environment");
        }
        return value;
    }

    /** The value of the first that is set; the others must agree. */
    private @Nullable Integer number(List<String> names) {
        Integer value = null;
        String from = "";
        for (String name : names) {
            String text = environment.get(name);
            if (text == null) {
                continue;
            }
            int number = parse(name, text);
            if (value != null && value != number) {
                throw RuntimeProblem.MEMBERSHIP.argument(from + "=" + value + " and " + name + "=" + number);
            }
            value = number;
            from = name;
        }
        return value;
    }

    private static int parse(String name, String text) {
        if (!text.matches("[0-9]{1,6}")) {
            throw RuntimeProblem.MEMBERSHIP.argument(name + "=" + text + ", which is no number");
        }
        return Integer.parseInt(text);
    }

    /**
     * torchrun's agent listens on the master port itself, so there the next one is taken. mpirun names no port: it comes
     * from the job's name, below those that systems give out to clients.
     */
    private int port() {
        String own = environment.get(OWN_PORT);
        if (own != null) {
            return parse(OWN_PORT, own);
        }
        String master = environment.get(MASTER_PORT);
        if (master != null) {
            return parse(MASTER_PORT, master) + ("True".equals(environment.get(AGENT_STORE)) ? 1 : 0);
        }
        String job = job();
        if (job == null) {
            throw RuntimeProblem.MEMBERSHIP.argument(
                    "none of " + OWN_PORT + ", " + MASTER_PORT + ", " + String.join(", ", JOB) + " in the environment");
        }
        return FIRST_PORT + Math.floorMod(job.hashCode(), PORTS);
    }

    private String token() {
        String own = environment.get("NEGZERO_TOKEN");
        return own != null ? own : Objects.requireNonNullElse(job(), "");
    }

    private @Nullable String job() {
        return JOB.stream()
                .map(environment::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
