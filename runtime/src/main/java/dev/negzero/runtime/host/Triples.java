package dev.negzero.runtime.host;

import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/** Words of three 16-bit values and a 16-bit tag: three words for a pack of eight values, the last with two. */
final class Triples extends TaggedWords {
    private static final int LAST_TAG = 0xFFFF;
    private static final int PACK = 16;
    private static final int WORDS = 3;
    private static final int TAG_AT = 48;
    private static final long VALUES = (1L << TAG_AT) - 1;

    @Override
    int line(DomainBytes domain) {
        return domain.layout().stateTriples();
    }

    @Override
    int next(int tag) {
        return tag == LAST_TAG ? 1 : tag + 1;
    }

    @Override
    boolean last(int tag) {
        return tag >= LAST_TAG - 1;
    }

    @Override
    int slot(DomainBytes domain, int parity, int writer) {
        return domain.triples(parity, writer);
    }

    @Override
    int parityBytes(DomainBytes domain) {
        return (int) (domain.size * domain.layout().tripleWords() * 8);
    }

    @Override
    void put(ByteBuffer in, int inAt, int bytes, int padded, int tag, ByteBuffer to, int slot) {
        int whole = bytes & ~(PACK - 1);
        for (int i = 0; i < whole; i += PACK) {
            put(Words.plainLong(in, inAt + i), Words.plainLong(in, inAt + i + 8), tag, to, word(slot, i));
        }
        if (whole < padded) {
            int rest = bytes - whole;
            long low = rest < 8 ? Tail.read(in, inAt + whole, rest) : Words.plainLong(in, inAt + whole);
            long high = rest <= 8 ? 0 : Tail.read(in, inAt + whole + 8, rest - 8);
            put(low, high, tag, to, word(slot, whole));
        }
    }

    /** The pack's lanes 0 .. 2, 3 .. 5, 6 and 7; lanes 0 .. 3 are in {@code low}. */
    private static void put(long low, long high, int tag, ByteBuffer to, int at) {
        long mark = (long) tag << TAG_AT;
        Words.relaxedLong(to, at, (low & VALUES) | mark);
        Words.relaxedLong(to, at + 8, (low >>> TAG_AT) | ((high & 0xFFFFFFFFL) << 16) | mark);
        Words.relaxedLong(to, at + 16, (high >>> 32) | mark);
    }

    @Override
    int take(ByteBuffer own, int slot, int from, int to, int tag, ByteBuffer values, int base) {
        for (int i = from; i < to; i += PACK) {
            int at = word(slot, i);
            long first = Words.relaxedLong(own, at);
            long second = Words.relaxedLong(own, at + 8);
            long third = Words.relaxedLong(own, at + 16);
            if (tag(first) != tag || tag(second) != tag || tag(third) != tag) {
                return i;
            }
            Words.plainLong(values, i - base, (first & VALUES) | (second << TAG_AT));
            Words.plainLong(values, i - base + 8, ((second >>> 16) & 0xFFFFFFFFL) | (third << 32));
        }
        return to;
    }

    @Override
    boolean have(ByteBuffer own, int slot, int from, int to, int tag) {
        for (int at = word(slot, from); at < word(slot, to); at += 8) {
            if (tag(Words.relaxedLong(own, at)) != tag) {
                return false;
            }
        }
        return true;
    }

    private static int tag(long word) {
        return (int) (word >>> TAG_AT);
    }

    /** Offset of the first word of the pack that holds message byte {@code at}. */
    private static int word(int slot, int at) {
        return slot + at / PACK * WORDS * 8;
    }
}
