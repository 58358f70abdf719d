package dev.negzero.plan;

import dev.negzero.annotations.Protocol;

/** One way to carry out a collective; each (method, algorithm) pair is one kernel entry point. */
public enum Algorithm {
    /** Push packs to every peer, poll the own region. */
    LAMPORT_ONE_SHOT(Protocol.LAMPORT, 1),
    /** Read all peers' inputs between two barriers, reduce or copy, write. A hand-off: the receiver reads the sender's. */
    SIGNAL_ONE_STAGE(Protocol.SIGNAL, 2),
    /** Reduce (all-reduce) or fetch (broadcast) the own chunk, push it to all peers, then copy the peers' chunks. */
    SIGNAL_TWO_STAGE(Protocol.SIGNAL, 3),
    /** Push tagged words to every peer, poll the own slots. */
    MAILBOX_ONE_SHOT(Protocol.MAILBOX, 4),
    /** One barrier instance, no data. */
    SIGNAL_BARRIER(Protocol.SIGNAL, 5),
    /** Push each peer's chunk to it, reduce the own chunk, push the result to every peer; no barrier in between. */
    LAMPORT_TWO_SHOT(Protocol.LAMPORT, 6),
    /** As {@link #MAILBOX_ONE_SHOT}, with words of three 16-bit values and a 16-bit tag. */
    MAILBOX_TRIPLES(Protocol.MAILBOX, 7);

    private final Protocol protocol;
    private final int code;

    Algorithm(Protocol protocol, int code) {
        this.protocol = protocol;
        this.code = code;
    }

    /** The protocol it belongs to. */
    public Protocol protocol() {
        return protocol;
    }

    /** Stable number that enters the call signature; ranks that pick different algorithms disagree in it. */
    public int code() {
        return code;
    }

    /** Lower-case name as it stands in entry points and manifests: {@code lamport_one_shot}. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
