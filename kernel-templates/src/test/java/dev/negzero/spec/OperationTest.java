package dev.negzero.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the constants say, written out: a wrong word in one changes every kernel and check of its operation. */
class OperationTest {
    private static final int RANKS = 3;
    private static final int ROOT = 1;

    /** Parameters; who reads and who writes; pairs that elements go between; what else there is to say. */
    private static String text(Operation operation) {
        List<String> parameters = new ArrayList<>(operation.bufferNames());
        parameters.add(operation.countName());
        String lists = operation.lists() == Counts.ONE ? "" : " or " + operation.lists();
        String sides = (operation.segmentsInput() ? " splits" : "") + (operation.segmentsOutput() ? " joins" : "");
        String marks = (operation.isRooted() ? " rooted" : "")
                + (operation.leavesPairsOut() ? " credits" : "")
                + (operation.isFromRoot() ? " from-root" : "");
        return "(" + String.join(", ", parameters) + lists + ")" + sides + marks + " " + operation.ways();
    }

    private static String ranks(Operation operation) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < RANKS; rank++) {
            text.append(operation.reads(rank, ROOT) ? "r" : "-");
            text.append(operation.writes(rank, ROOT) ? "w " : "- ");
        }
        return text.toString().strip();
    }

    @Test
    void eachIsWhatItsAnnotationSays() {
        List<String> all = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            all.add(operation.methodName() + text(operation) + ": " + ranks(operation));
        }
        assertEquals("""
                allReduce(in, out, count) LAMPORT_CHUNKS: rw rw rw
                reduceScatter(in, out, countPerRank) splits LAMPORT: rw rw rw
                reduce(in, out, count) rooted credits PLAIN: r- rw r-
                allGather(in, out, countPerRank or PER_RANK) joins PLAIN: rw rw rw
                broadcast(inOut, count) rooted credits from-root CHUNKS: rw rw rw
                scatter(in, out, countPerRank) splits rooted credits from-root PLAIN: -w rw -w
                gather(in, out, countPerRank) joins rooted credits PLAIN: r- rw r-
                allToAll(in, out, countPerPair or PER_PAIR) splits joins PLAIN: rw rw rw
                send(in, count) PLAIN: r- r- r-
                receive(out, count) PLAIN: -w -w -w
                barrier() PLAIN: -- -- --""", String.join("\n", all));
    }

    /** Whoever has an input sends somebody something, and the other way round; an exception is a broadcast's one buffer. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SEND", "RECEIVE", "BARRIER"})
    void pairsAgreeWithInputsAndOutputs(Operation operation) {
        for (int rank = 0; rank < RANKS; rank++) {
            boolean sends = false;
            boolean receives = false;
            for (int peer = 0; peer < RANKS; peer++) {
                sends |= operation.goes(rank, peer, ROOT, RANKS);
                receives |= operation.goes(peer, rank, ROOT, RANKS);
            }
            assertEquals(
                    operation.reads(rank, ROOT), sends || operation == Operation.BROADCAST, operation + " " + rank);
            assertEquals(operation.writes(rank, ROOT), receives, operation + " " + rank);
        }
    }
}
