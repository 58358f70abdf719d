package dev.negzero.runtime.group;

import dev.negzero.runtime.Membership;
import dev.negzero.runtime.RuntimeProblem;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Rank 0's end of a rendezvous: listens on one address until every other rank has come. Whoever isn't a rank of this job,
 * or says nothing, costs a thread for a few seconds and keeps nobody out.
 */
final class JoinListener implements AutoCloseable {
    private static final int MOST_GREETINGS = 64;
    private static final int MOST_NOTES = 8;

    /** A rank that has come. */
    private record Caller(JoinWire wire, byte[] identity, String card) {}

    private final Membership me;
    private final JoinToken token;
    private final long deadline;
    private final ServerSocket server;
    private final Semaphore greetings = new Semaphore(MOST_GREETINGS);
    private final Map<Integer, Caller> callers = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * Listens from now on.
     *
     * @param deadline as {@link System#nanoTime} counts
     * @throws dev.negzero.runtime.LoadingException NZ851 if the address or the port can't be had
     */
    JoinListener(Membership me, long deadline) {
        this(me, deadline, listen(me));
    }

    /** Listens by a socket that is there. */
    JoinListener(Membership me, long deadline, ServerSocket server) {
        this.me = me;
        this.deadline = deadline;
        this.server = server;
        token = new JoinToken(me.token());
    }

    static ServerSocket listen(Membership me) {
        ServerSocket socket = null;
        try {
            socket = new ServerSocket();
            // This address only: a socket without one would listen on every interface.
            socket.bind(new InetSocketAddress(InetAddress.getByName(me.address()), me.port()), MOST_GREETINGS);
        } catch (IOException e) {
            close(socket);
            throw RuntimeProblem.JOIN.loading(me + ", which can't listen there: " + e.getMessage(), e);
        }
        return socket;
    }

    /**
     * Waits until all ranks have come.
     *
     * @param own card of rank 0
     * @return the cards of all ranks, in order
     * @throws dev.negzero.runtime.LoadingException NZ851 if one doesn't come in time
     */
    List<String> gather(String own) {
        Thread acceptor = daemon(this::accept);
        synchronized (this) {
            while (callers.size() < me.size() - 1) {
                await();
            }
        }
        // Before anybody is told: who joins the next group of this job must not come here.
        stop(acceptor);
        List<String> cards = new ArrayList<>();
        cards.add(own);
        callers.values().forEach(caller -> cards.add(caller.card()));
        return List.copyOf(cards);
    }

    /** Gives the port free: the system keeps it until the thread has come back from there, too. */
    private void stop(Thread acceptor) {
        close(server);
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await() {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw RuntimeProblem.JOIN.loading(missing());
        }
        try {
            wait(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RuntimeProblem.JOIN.loading(me + ", which was interrupted", e);
        }
    }

    private String missing() {
        StringJoiner ranks = new StringJoiner(", ", me + ", which waited until the deadline for rank ", "");
        for (int rank = 1; rank < me.size(); rank++) {
            if (!callers.containsKey(rank)) {
                ranks.add(Integer.toString(rank));
            }
        }
        return ranks + (notes.isEmpty() ? "" : " and refused " + String.join("; ", notes));
    }

    /**
     * Tells all ranks what all have said of themselves. One that is gone by now is missed at the first collective step.
     *
     * @param folder where the ranks' files are
     */
    synchronized void tell(String folder, List<String> cards) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(JoinWire.text(folder));
        cards.forEach(card -> parts.add(JoinWire.text(card)));
        for (Caller caller : callers.values()) {
            try {
                caller.wire().send(parts.toArray(byte[][]::new));
            } catch (IOException e) {
                note("a rank that left: " + e.getMessage());
            }
        }
    }

    private void accept() {
        while (true) {
            Socket socket;
            try {
                socket = server.accept();
            } catch (IOException e) {
                // Closed, as all have come or the wait is over.
                return;
            }
            if (greetings.tryAcquire()) {
                daemon(() -> greet(socket));
            } else {
                // A rank calls again.
                close(socket);
            }
        }
    }

    private void greet(Socket socket) {
        boolean seated = false;
        try {
            long bound = Math.min(deadline - System.nanoTime(), JoinProtocol.GREETING_NANOS);
            seated = hear(new JoinWire(socket, System.nanoTime() + bound));
        } catch (IOException e) {
            note(socket.getRemoteSocketAddress() + " (" + e.getMessage() + ")");
        } finally {
            greetings.release();
            if (!seated) {
                close(socket);
            }
        }
    }

    /**
     * Hears one caller out.
     *
     * @return true: it has a seat, and the connection stays
     * @throws IOException if it isn't a rank of this job, or one too many
     */
    boolean hear(JoinWire wire) throws IOException {
        if (!Arrays.equals(wire.bytes(JoinProtocol.HELLO.length), JoinProtocol.HELLO)) {
            throw new IOException("no rank of negzero");
        }
        byte[] theirs = wire.bytes(JoinToken.BYTES);
        byte[] mine = JoinToken.challenge();
        wire.send(JoinProtocol.HELLO, mine, token.proof(JoinProtocol.LISTENER, theirs, mine));
        byte[] proof = wire.bytes(JoinToken.BYTES);
        byte[] identity = wire.bytes(JoinProtocol.IDENTITY_BYTES);
        int rank = wire.number();
        int size = wire.number();
        String card = wire.text();
        byte[] place = JoinWire.number(rank);
        byte[] group = JoinWire.number(size);
        if (!JoinToken.same(
                proof, token.proof(JoinProtocol.CALLER, mine, identity, place, group, JoinWire.text(card)))) {
            throw new IOException("another token");
        }
        return seat(rank, size, new Caller(wire, identity, card));
    }

    private synchronized boolean seat(int rank, int size, Caller caller) throws IOException {
        Caller before = callers.get(rank);
        boolean again = before != null && Arrays.equals(before.identity(), caller.identity());
        String reason = size != me.size()
                ? "rank " + rank + " of " + size + ", here are " + me.size()
                : rank < 1 || rank >= size || (before != null && !again) ? "a second rank " + rank : "";
        if (!reason.isEmpty()) {
            caller.wire().send(JoinWire.number(JoinProtocol.REFUSED), JoinWire.text(reason));
            throw new IOException(reason);
        }
        caller.wire().send(JoinWire.number(JoinProtocol.ACCEPTED));
        if (before != null) {
            before.wire().close();
        }
        callers.put(rank, caller);
        notifyAll();
        return true;
    }

    private synchronized void note(String text) {
        if (notes.size() < MOST_NOTES) {
            notes.add(text);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "negzero-join");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void close(@Nullable Closeable socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing more is expected of it.
            }
        }
    }

    /** Ends all connections. */
    @Override
    public synchronized void close() {
        close(server);
        callers.values().forEach(caller -> caller.wire().close());
    }
}
