package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import java.util.List;
import java.util.stream.Stream;

/** The ways a message can take, each forced by name. */
enum Path {
    LAMPORT(Protocol.LAMPORT, Algorithm.LAMPORT_ONE_SHOT),
    MAILBOX(Protocol.MAILBOX, Algorithm.MAILBOX_ONE_SHOT),
    ONE_STAGE(Protocol.SIGNAL, Algorithm.SIGNAL_ONE_STAGE),
    TWO_STAGE(Protocol.SIGNAL, Algorithm.SIGNAL_TWO_STAGE);

    final Protocol protocol;
    final Algorithm algorithm;

    Path(Protocol protocol, Algorithm algorithm) {
        this.protocol = protocol;
        this.algorithm = algorithm;
    }

    /** The ways open to a dtype. */
    static List<Path> of(DType dtype) {
        return Stream.of(values())
                .filter(path -> dtype.isFloat() || path != LAMPORT)
                .toList();
    }
}
