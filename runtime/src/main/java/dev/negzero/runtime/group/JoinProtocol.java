package dev.negzero.runtime.group;

import java.nio.charset.StandardCharsets;

/**
 * What goes over a connection of a rendezvous.
 *
 * <pre>
 *   rank r                                        rank 0
 *   HELLO, challenge                       ---&gt;
 *                                          &lt;---   HELLO, challenge, proof of the token
 *   proof of the token, identity, rank,    ---&gt;
 *   number of ranks, card
 *                                          &lt;---   ACCEPTED, or REFUSED and a reason
 *                                                 ... until all ranks have come ...
 *                                          &lt;---   folder, cards of all ranks
 * </pre>
 */
final class JoinProtocol {
    /** What either end says first. */
    static final byte[] HELLO = "negzero joins 1\n".getBytes(StandardCharsets.US_ASCII);

    /** Bytes that tell one process that calls again from another one with the same rank. */
    static final int IDENTITY_BYTES = 16;

    static final int ACCEPTED = 1;
    static final int REFUSED = 2;

    /** Who proves the token. */
    static final String LISTENER = "listener";

    static final String CALLER = "caller";

    /** Bound of everything before {@link #ACCEPTED}: a stranger who says nothing isn't waited for any longer. */
    static final long GREETING_NANOS = 5_000_000_000L;

    private JoinProtocol() {}
}
