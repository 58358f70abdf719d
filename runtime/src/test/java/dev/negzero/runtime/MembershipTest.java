package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which rank of how many this process is, and where they meet, by what launchers put into the environment. */
class MembershipTest {
    private static final Map<String, String> TORCHRUN = Map.of(
            "RANK", "3",
            "WORLD_SIZE", "4",
            "LOCAL_RANK", "2",
            "LOCAL_WORLD_SIZE", "4",
            "MASTER_ADDR", "localhost",
            "MASTER_PORT", "29500",
            "TORCHELASTIC_RUN_ID", "none",
            "TORCHELASTIC_USE_AGENT_STORE", "True");
    private static final Map<String, String> MPIRUN = Map.of(
            "OMPI_COMM_WORLD_RANK", "1",
            "OMPI_COMM_WORLD_SIZE", "2",
            "OMPI_COMM_WORLD_LOCAL_RANK", "1",
            "OMPI_COMM_WORLD_LOCAL_SIZE", "2",
            "PMIX_NAMESPACE", "host-1234@1");

    private static Map<String, String> with(Map<String, String> environment, String... pairs) {
        Map<String, String> changed = new TreeMap<>(environment);
        for (int i = 0; i < pairs.length; i += 2) {
            changed.put(pairs[i], pairs[i + 1]);
        }
        return changed;
    }

    private static void refused(String found, Map<String, String> environment) {
        assertEquals(
                "NZ850: this process's place among the ranks can't be told; found " + found
                        + "; start it with torchrun or mpirun on one machine, or set RANK, WORLD_SIZE and MASTER_PORT",
                assertThrows(ArgumentException.class, () -> Membership.fromEnvironment(environment))
                        .getMessage());
    }

    /** Its agent listens on the master port itself. */
    @Test
    void torchrun() {
        assertEquals(new Membership(3, 4, 2, "localhost", 29501, "none"), Membership.fromEnvironment(TORCHRUN));
        assertEquals(
                29500,
                Membership.fromEnvironment(with(TORCHRUN, "TORCHELASTIC_USE_AGENT_STORE", "False"))
                        .port());
    }

    @Test
    void mpirunNamesNoPort() {
        Membership one = Membership.fromEnvironment(MPIRUN);
        assertEquals(new Membership(1, 2, 1, "127.0.0.1", one.port(), "host-1234@1"), one);
        assertEquals(20_000, one.port() / 10_000 * 10_000);
        assertEquals(
                one.port(),
                Membership.fromEnvironment(with(MPIRUN, "OMPI_COMM_WORLD_RANK", "0"))
                        .port());
        assertNotEquals(
                one.port(),
                Membership.fromEnvironment(with(MPIRUN, "PMIX_NAMESPACE", "host-1234@2"))
                        .port());
        assertEquals(
                7, Membership.fromEnvironment(with(MPIRUN, "MASTER_PORT", "7")).port());
    }

    @Test
    void ownVariablesComeFirst() {
        assertEquals(
                new Membership(3, 4, 2, "localhost", 41, "secret"),
                Membership.fromEnvironment(with(TORCHRUN, "NEGZERO_PORT", "41", "NEGZERO_TOKEN", "secret")));
    }

    @Test
    void leastEnvironment() {
        assertEquals(
                Membership.of(1, 2, 9, ""),
                Membership.fromEnvironment(Map.of("RANK", "1", "WORLD_SIZE", "2", "MASTER_PORT", "9")));
    }

    @Test
    void badEnvironments() {
        refused("none of RANK, OMPI_COMM_WORLD_RANK in the environment", Map.of());
        refused("none of WORLD_SIZE, OMPI_COMM_WORLD_SIZE in the environment", Map.of("RANK", "0"));
        refused("RANK=-1, which is no number", with(TORCHRUN, "RANK", "-1"));
        refused("RANK=3 and OMPI_COMM_WORLD_RANK=1", with(TORCHRUN, "OMPI_COMM_WORLD_RANK", "1"));
        refused("a job of 4 ranks of which 2 are on this machine", with(TORCHRUN, "LOCAL_WORLD_SIZE", "2"));
        refused("port 0", with(TORCHRUN, "NEGZERO_PORT", "0"));
        refused("port 65536", with(TORCHRUN, "NEGZERO_PORT", "65536"));
        refused(
                "none of NEGZERO_PORT, MASTER_PORT, TORCHELASTIC_RUN_ID, PMIX_NAMESPACE, OMPI_MCA_ess_base_jobid in the"
                        + " environment",
                Map.of("RANK", "0", "WORLD_SIZE", "2"));
    }

    @Test
    void placesOutOfRange() {
        assertEquals(
                "NZ603",
                assertThrows(ArgumentException.class, () -> Membership.of(2, 2, 1, ""))
                        .code());
        assertEquals(
                "NZ601",
                assertThrows(ArgumentException.class, () -> Membership.of(0, 17, 1, ""))
                        .code());
        assertEquals(
                "NZ850",
                assertThrows(ArgumentException.class, () -> new Membership(0, 2, -1, "localhost", 1, ""))
                        .code());
    }

    @Test
    void theTokenStaysSecret() {
        assertEquals(
                "rank 1 of 2 at 127.0.0.1:9", Membership.of(1, 2, 9, "secret").toString());
    }
}
