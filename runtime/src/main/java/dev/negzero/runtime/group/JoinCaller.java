package dev.negzero.runtime.group;

import dev.negzero.runtime.Membership;
import dev.negzero.runtime.RuntimeProblem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Another rank's end of a rendezvous: calls rank 0 until it is there. */
final class JoinCaller {
    private static final long PAUSE_NANOS = 20_000_000;

    /** What all ranks are told. */
    record Told(Path folder, List<String> cards) {}

    private final Membership me;
    private final String card;
    private final long deadline;
    private final JoinToken token;
    private final byte[] identity;

    /**
     * A rank that will call.
     *
     * @param card what it says of itself
     * @param deadline as {@link System#nanoTime} counts
     */
    JoinCaller(Membership me, String card, long deadline) {
        this.me = me;
        this.card = card;
        this.deadline = deadline;
        token = new JoinToken(me.token());
        identity = Arrays.copyOf(JoinToken.challenge(), JoinProtocol.IDENTITY_BYTES);
    }

    /**
     * Calls until rank 0 has told what all ranks say of themselves. Somebody else who listens there is left alone, and
     * called again: rank 0 may yet take the place.
     *
     * @throws dev.negzero.runtime.LoadingException NZ851 if rank 0 refuses this rank, or doesn't answer in time
     */
    Told call() {
        String heard = "";
        while (System.nanoTime() < deadline) {
            try (Socket socket = new Socket()) {
                return talk(socket);
            } catch (IOException e) {
                heard = ": " + e.getMessage();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw RuntimeProblem.JOIN.loading(me + ", which was interrupted");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw RuntimeProblem.JOIN.loading(me + ", which heard nothing from rank 0 until the deadline" + heard);
    }

    /**
     * One call.
     *
     * @param socket not connected yet
     * @throws IOException if somebody else than rank 0 answers, or nobody, or what comes isn't an answer
     * @throws dev.negzero.runtime.LoadingException NZ851 if rank 0 refuses this rank
     */
    Told talk(Socket socket) throws IOException {
        long bound = Math.max(1_000_000, Math.min(deadline - System.nanoTime(), JoinProtocol.GREETING_NANOS));
        socket.connect(new InetSocketAddress(me.address(), me.port()), (int) (bound / 1_000_000));
        JoinWire wire = new JoinWire(socket, System.nanoTime() + bound);
        greet(wire);
        wire.deadline(deadline);
        Path folder = folder(wire.text());
        List<String> cards = new ArrayList<>();
        for (int rank = 0; rank < me.size(); rank++) {
            cards.add(wire.text());
        }
        return new Told(folder, List.copyOf(cards));
    }

    private static Path folder(String text) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IOException("an answer that names no folder: " + e.getMessage(), e);
        }
    }

    private void greet(JoinWire wire) throws IOException {
        byte[] mine = JoinToken.challenge();
        wire.send(JoinProtocol.HELLO, mine);
        if (!Arrays.equals(wire.bytes(JoinProtocol.HELLO.length), JoinProtocol.HELLO)) {
            throw new IOException("something else than negzero listens there");
        }
        byte[] theirs = wire.bytes(JoinToken.BYTES);
        byte[] proof = wire.bytes(JoinToken.BYTES);
        if (!JoinToken.same(proof, token.proof(JoinProtocol.LISTENER, mine, theirs))) {
            throw new IOException("a job with another token listens there");
        }
        byte[] place = JoinWire.number(me.rank());
        byte[] group = JoinWire.number(me.size());
        byte[] text = JoinWire.text(card);
        byte[] own = token.proof(JoinProtocol.CALLER, theirs, identity, place, group, text);
        wire.send(own, identity, place, group, text);
        int answer = wire.number();
        if (answer == JoinProtocol.REFUSED) {
            throw RuntimeProblem.JOIN.loading(me + ", which rank 0 refused: " + wire.text());
        }
        if (answer != JoinProtocol.ACCEPTED) {
            throw new IOException("an answer of " + answer);
        }
    }
}
