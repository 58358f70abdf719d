package dev.negzero.runtime.group;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.Membership;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

/** Messages of a rendezvous that no network delays. */
class JoinMessagesTest {
    private static final long LONG = 30_000_000_000L;

    /** A stranger who sends a byte now and then isn't waited for any longer than one who is silent. */
    @Test
    void aTrickleDoesntMoveTheDeadline() throws IOException {
        byte[] bytes = new byte[1 << 20];
        try (ScriptedSocket socket = new ScriptedSocket(bytes, sent -> bytes, 1)) {
            JoinWire wire = new JoinWire(socket, System.nanoTime() + LONG);
            // There is a byte for each read, but the deadline has passed when the third of them comes.
            wire.bytes(2);
            wire.deadline(System.nanoTime());
            assertThrows(SocketTimeoutException.class, () -> wire.bytes(bytes.length));
        }
    }

    /** What rank 0 tells, once it has proven the token, still has to be something. */
    @Test
    void anAnswerThatNamesNoFolder() {
        JoinCaller caller = new JoinCaller(Membership.of(1, 2, 20_000, "token"), "card", System.nanoTime() + LONG);
        JoinToken token = new JoinToken("token");
        byte[] challenge = JoinToken.challenge();
        ScriptedSocket socket = new ScriptedSocket(
                new byte[0],
                sent -> ScriptedSocket.join(
                        JoinProtocol.HELLO,
                        challenge,
                        token.proof(
                                JoinProtocol.LISTENER,
                                ScriptedSocket.part(sent, JoinProtocol.HELLO.length, JoinToken.BYTES),
                                challenge),
                        JoinWire.number(JoinProtocol.ACCEPTED),
                        JoinWire.text("a\0b"),
                        JoinWire.text("card 0"),
                        JoinWire.text("card 1")),
                4096);
        IOException refused = assertThrows(IOException.class, () -> caller.talk(socket));
        assertTrue(refused.getMessage().startsWith("an answer that names no folder: "), refused.getMessage());
    }
}
