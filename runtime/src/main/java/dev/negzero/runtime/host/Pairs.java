package dev.negzero.runtime.host;

import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/** Words of 32 value bits and a 32-bit tag. */
final class Pairs extends TaggedWords {
    private static final long VALUE = 0xFFFFFFFFL;

    @Override
    int line(DomainBytes domain) {
        return domain.layout().stateMailbox();
    }

    @Override
    int next(int tag) {
        return tag == -1 ? 1 : tag + 1;
    }

    @Override
    boolean last(int tag) {
        return tag == -1 || tag == -2;
    }

    @Override
    int slot(DomainBytes domain, int parity, int writer) {
        return domain.mailbox(parity, writer);
    }

    @Override
    int parityBytes(DomainBytes domain) {
        return (int) (domain.size * domain.layout().mailboxWords() * 8);
    }

    @Override
    void put(ByteBuffer in, int inAt, int bytes, int padded, int tag, ByteBuffer to, int slot) {
        long high = (long) tag << 32;
        int whole = bytes & ~3;
        for (int i = 0; i < whole; i += 4) {
            Words.relaxedLong(to, slot + 2 * i, (Words.plainInt(in, inAt + i) & VALUE) | high);
        }
        long last = whole == bytes ? 0 : Tail.read(in, inAt + whole, bytes - whole);
        for (int i = whole; i < padded; i += 4) {
            Words.relaxedLong(to, slot + 2 * i, last | high);
            last = 0;
        }
    }

    @Override
    int take(ByteBuffer own, int slot, int from, int to, int tag, ByteBuffer values, int base) {
        for (int i = from; i < to; i += 4) {
            long word = Words.relaxedLong(own, slot + 2 * i);
            if ((int) (word >>> 32) != tag) {
                return i;
            }
            Words.plainInt(values, i - base, (int) word);
        }
        return to;
    }

    @Override
    boolean have(ByteBuffer own, int slot, int from, int to, int tag) {
        for (int i = from; i < to; i += 4) {
            if ((int) (Words.relaxedLong(own, slot + 2 * i) >>> 32) != tag) {
                return false;
            }
        }
        return true;
    }
}
