package dev.negzero.runtime.group;

import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.Membership;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Any bytes as messages of a rendezvous. Even inputs are what callers say to rank 0, odd ones what rank 0 says to a caller;
 * some of them prove the token, as otherwise nothing behind the proof would ever be read. A caller without the token never
 * gets a seat; nothing else than {@link IOException} (this connection is given up) or NZ851 comes of any bytes.
 */
public final class JoinFuzz {
    private static final int SIZE = 3;
    private static final int CALLERS = 4;
    private static final String SECRET = "token";
    private static final JoinToken TOKEN = new JoinToken(SECRET);
    private static final byte[] CHALLENGE = new byte[JoinToken.BYTES];
    private static final int HEAD = JoinProtocol.HELLO.length;

    private JoinFuzz() {}

    private static Membership rank(int rank) {
        return Membership.of(rank, SIZE, 20_000, SECRET);
    }

    private static long soon() {
        return System.nanoTime() + JoinProtocol.GREETING_NANOS;
    }

    /** One input: a byte that says which end, then messages. */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        Bytes bytes = new Bytes(data, 1);
        if ((data[0] & 1) == 0) {
            listener(bytes);
        } else {
            caller(bytes);
        }
    }

    /** The input, taken in pieces. */
    private static final class Bytes {
        private final byte[] data;
        private int at;

        Bytes(byte[] data, int at) {
            this.data = data;
            this.at = at;
        }

        int one() {
            return at < data.length ? data[at++] & 0xFF : 0;
        }

        byte[] some(int most) {
            byte[] part = ScriptedSocket.part(data, at, Math.max(0, Math.min(most, data.length - at)));
            at += part.length;
            return part;
        }
    }

    private static void listener(Bytes bytes) throws IOException {
        int seats = 0;
        try (JoinListener listener = new JoinListener(rank(0), soon(), new ServerSocket())) {
            for (int i = 0; i < CALLERS; i++) {
                int flags = bytes.one();
                byte[] first = (flags & 1) == 0 ? bytes.some(bytes.one()) : hello();
                byte[] message = bytes.some(bytes.one());
                boolean honest = (flags & 2) != 0;
                ScriptedSocket socket =
                        new ScriptedSocket(first, sent -> honest ? proven(sent, message) : message, 1 + (flags >> 2));
                seats += seated(listener, socket, honest) ? 1 : 0;
            }
            if (seats >= SIZE - 1) {
                listener.tell("folder", List.of("a", "b", "c"));
            }
        }
    }

    private static boolean seated(JoinListener listener, ScriptedSocket socket, boolean honest) {
        try {
            boolean seated = listener.hear(new JoinWire(socket, soon()));
            if (seated && !honest) {
                throw new AssertionError("a seat without the token");
            }
            return seated;
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] hello() {
        return ScriptedSocket.join(JoinProtocol.HELLO, CHALLENGE);
    }

    /** What a rank says that knows the token: identity, place, size and card are the input's. */
    private static byte[] proven(byte[] sent, byte[] message) {
        byte[] theirs = ScriptedSocket.part(sent, HEAD, JoinToken.BYTES);
        return ScriptedSocket.join(TOKEN.proof(JoinProtocol.CALLER, theirs, message), message);
    }

    private static void caller(Bytes bytes) {
        int flags = bytes.one();
        byte[] message = bytes.some(Integer.MAX_VALUE);
        ScriptedSocket socket = new ScriptedSocket(
                new byte[0], sent -> (flags & 1) == 0 ? message : listens(sent, message), 1 + (flags >> 1));
        try {
            JoinCaller.Told told = new JoinCaller(rank(1), "card", soon()).talk(socket);
            List<String> cards = new ArrayList<>(told.cards());
            if (cards.size() != SIZE) {
                throw new AssertionError(cards);
            }
        } catch (IOException e) {
            // This connection is given up, and the rank calls again.
        } catch (LoadingException e) {
            if (!e.code().equals("NZ851")) {
                throw e;
            }
        }
    }

    private static byte[] listens(byte[] sent, byte[] message) {
        byte[] theirs = ScriptedSocket.part(sent, HEAD, JoinToken.BYTES);
        return ScriptedSocket.join(hello(), TOKEN.proof(JoinProtocol.LISTENER, theirs, CHALLENGE), message);
    }
}
