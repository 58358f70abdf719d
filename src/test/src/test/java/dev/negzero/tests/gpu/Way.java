package dev.negzero.tests.gpu;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;

/** The ways a message can take. */
enum Way {
    LAMPORT(Protocol.LAMPORT, Algorithm.LAMPORT_ONE_SHOT),
    MAILBOX(Protocol.MAILBOX, Algorithm.MAILBOX_ONE_SHOT),
    ONE_STAGE(Protocol.SIGNAL, Algorithm.SIGNAL_ONE_STAGE),
    TWO_STAGE(Protocol.SIGNAL, Algorithm.SIGNAL_TWO_STAGE);

    final Protocol protocol;
    final Algorithm algorithm;

    Way(Protocol protocol, Algorithm algorithm) {
        this.protocol = protocol;
        this.algorithm = algorithm;
    }
}
