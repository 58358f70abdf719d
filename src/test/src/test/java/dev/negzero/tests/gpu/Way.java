package dev.negzero.tests.gpu;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import java.util.Optional;

/**
 * The ways a message can take. LAMPORT and MAILBOX pick their algorithms by group size, element type and message; SIGNAL
 * would take any of its two, so a test names one.
 */
enum Way {
    LAMPORT(Protocol.LAMPORT, Optional.empty()),
    MAILBOX(Protocol.MAILBOX, Optional.empty()),
    ONE_STAGE(Protocol.SIGNAL, Optional.of(Algorithm.SIGNAL_ONE_STAGE)),
    TWO_STAGE(Protocol.SIGNAL, Optional.of(Algorithm.SIGNAL_TWO_STAGE));

    final Protocol protocol;
    final Optional<Algorithm> algorithm;

    Way(Protocol protocol, Optional<Algorithm> algorithm) {
        this.protocol = protocol;
        this.algorithm = algorithm;
    }
}
