package dev.negzero.runtime.host;

import java.nio.ByteBuffer;

/**
 * How a mailbox message is cut into 64-bit words, each with values and a tag. A word is never split, so a load that sees
 * the tag sees the values, and neither side needs a fence.
 */
abstract class TaggedWords {
    /** Offset of the state line. */
    abstract int line(DomainBytes domain);

    /** The tag after {@code tag}; 0 is never one, as memory starts zeroed. */
    abstract int next(int tag);

    /** Whether the tag is one of the last two before tags start over. */
    abstract boolean last(int tag);

    /** Offset of a writer's slot. */
    abstract int slot(DomainBytes domain, int parity, int writer);

    /** Bytes of all slots of one parity. */
    abstract int parityBytes(DomainBytes domain);

    /** Stores elements, padded with zeros to {@code padded} bytes, into a slot; relaxed. */
    abstract void put(ByteBuffer in, int inAt, int bytes, int padded, int tag, ByteBuffer to, int slot);

    /**
     * Takes the values of message bytes {@code from .. to} out of a slot; relaxed.
     *
     * @param base message byte that goes to the start of {@code values}
     * @return the first byte whose word hasn't the tag yet; {@code to} if there is none
     */
    abstract int take(ByteBuffer own, int slot, int from, int to, int tag, ByteBuffer values, int base);

    /** Whether all words of message bytes {@code from .. to} have the tag. */
    abstract boolean have(ByteBuffer own, int slot, int from, int to, int tag);
}
