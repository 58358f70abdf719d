package dev.negzero.runtime.numeric;

import java.nio.ByteBuffer;

/**
 * F16 and FP8. Lane p of all 32-bit words comes before lane p + 1, since taking a word apart is vector code and widening
 * a short or a byte is not.
 *
 * <p>Subnormals are made and rounded by one float addition each, whose operands are normal numbers: multiplying by a
 * power of two would be shorter, but processors take a slow path on subnormal operands.
 */
final class NarrowLanes extends Lanes {
    private final NarrowFloat format;
    private final int lanes;
    private final int laneBits;
    private final Scratch scratch;
    private final int[] words;
    private final int[] bits;
    private final int[] codes;
    private final float[] addends;

    NarrowLanes(NarrowFloat format, int capacity) {
        this.format = format;
        this.laneBits = format.signBit() == 0x80 ? 8 : 16;
        this.lanes = 32 / laneBits;
        scratch = new Scratch(8 * capacity);
        words = new int[capacity / lanes];
        bits = new int[capacity];
        codes = new int[capacity];
        addends = new float[capacity];
    }

    @Override
    int slots(int elements) {
        return (elements + lanes - 1) / lanes * lanes;
    }

    @Override
    void load(ByteBuffer from, int byteOffset, int elements, float[] to) {
        int slots = slots(elements);
        int n = slots / lanes;
        scratch.load(from, byteOffset, elements * laneBits / 8);
        scratch.ints.get(0, words, 0, n);
        for (int lane = 0; lane < lanes; lane++) {
            shiftLeft(words, 32 - laneBits * (lane + 1), codes, n);
            scratch.ints.put(lane * n, codes, 0, n);
        }
        scratch.ints.get(0, codes, 0, slots);
        decode(format, 32 - laneBits, codes, bits, slots);
        scratch.ints.put(0, bits, 0, slots);
        decodeExcess(format, codes, bits, slots);
        scratch.ints.put(slots, bits, 0, slots);
        scratch.floats.get(0, to, 0, slots).get(slots, addends, 0, slots);
        subtract(to, addends, slots);
    }

    private static void shiftLeft(int[] words, int shift, int[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = words[i] << shift;
        }
    }

    /**
     * F32 bits of each value; of a subnormal, with a leading one that it doesn't have.
     *
     * @param codes patterns in the top bits, with anything below
     * @param down how far right the pattern belongs
     */
    private static void decode(NarrowFloat format, int down, int[] codes, int[] bits, int n) {
        int up = 23 - format.fractionBits();
        int rebias = (127 - format.bias()) << 23;
        int leastNormal = 1 << format.fractionBits();
        int greatestFinite = format.infinite() ? format.overflow() - 1 : format.overflow();
        for (int i = 0; i < n; i++) {
            int magnitude = (codes[i] & 0x7FFFFFFF) >>> down;
            int subnormal = ((magnitude - leastNormal) >> 31) & 0x00800000;
            int special = ((greatestFinite - magnitude) >> 31) & 0x7F800000;
            bits[i] = (codes[i] & 0x80000000) | ((magnitude << up) + rebias + subnormal) | special;
        }
    }

    /** F32 bits of that leading one with the value's sign, or zero. A zero minus this is +0.0, whatever its sign. */
    private static void decodeExcess(NarrowFloat format, int[] codes, int[] bits, int n) {
        int leadingOne = (128 - format.bias()) << 23;
        int leastNormal = 1 << (31 - Integer.numberOfTrailingZeros(format.signBit()) + format.fractionBits());
        for (int i = 0; i < n; i++) {
            int subnormal = ((codes[i] & 0x7FFFFFFF) - leastNormal) >> 31;
            bits[i] = (codes[i] & 0x80000000) | (subnormal & leadingOne);
        }
    }

    private static void subtract(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] -= b[i];
        }
    }

    @Override
    void store(float[] from, ByteBuffer to, int byteOffset, int elements) {
        int slots = slots(elements);
        int n = slots / lanes;
        float anchor = format.anchor();
        addMagnitudes(anchor, from, addends, slots);
        scratch.floats.put(0, from, 0, slots).put(slots, addends, 0, slots);
        scratch.ints.get(0, bits, 0, slots).get(slots, codes, 0, slots);
        round(format, Float.floatToRawIntBits(anchor), bits, codes, slots);
        bound(format, 32 - laneBits, bits, codes, slots);
        scratch.ints.put(0, bits, 0, slots).get(0, words, 0, n);
        for (int lane = 1; lane < lanes; lane++) {
            scratch.ints.get(lane * n, codes, 0, n);
            merge(words, codes, lane * laneBits, n);
        }
        scratch.ints.put(0, words, 0, n);
        scratch.store(to, byteOffset, elements * laneBits / 8);
    }

    private static void addMagnitudes(float anchor, float[] from, float[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = Math.abs(from[i]) + anchor;
        }
    }

    /**
     * F32 bits to codes of magnitudes, not yet bounded. This loop and the next are apart because C2 doesn't unroll a
     * larger one, and so makes no vector code of it.
     *
     * @param codes on entry, F32 bits of the sum of each magnitude and {@link NarrowFloat#anchor}
     */
    private static void round(NarrowFloat format, int anchorBits, int[] bits, int[] codes, int n) {
        int down = 23 - format.fractionBits();
        int almostHalf = (1 << (down - 1)) - 1;
        int rebias = (127 - format.bias()) << format.fractionBits();
        int leastNormal = (128 - format.bias()) << 23;
        for (int i = 0; i < n; i++) {
            int magnitude = bits[i] & 0x7FFFFFFF;
            int normal = ((magnitude + almostHalf + ((magnitude >>> down) & 1)) >>> down) - rebias;
            int tiny = (magnitude - leastNormal) >> 31;
            codes[i] = normal ^ ((normal ^ (codes[i] - anchorBits)) & tiny);
        }
    }

    /** Completes codes in {@code bits} from F32 bits and the codes of their magnitudes: overflow, NaN and the sign. */
    private static void bound(NarrowFloat format, int signDown, int[] bits, int[] codes, int n) {
        int overflow = format.overflow();
        int nanCode = format.nan();
        int signBit = format.signBit();
        for (int i = 0; i < n; i++) {
            int excess = codes[i] - overflow;
            int code = overflow + (excess & (excess >> 31)); // Math.min is no vector code under JDK 17
            code |= (bits[i] >>> signDown) & signBit & (-codes[i] >> 31);
            int nan = (0x7F800000 - (bits[i] & 0x7FFFFFFF)) >> 31;
            bits[i] = code ^ ((code ^ nanCode) & nan);
        }
    }

    private static void merge(int[] words, int[] codes, int shift, int n) {
        for (int i = 0; i < n; i++) {
            words[i] |= codes[i] << shift;
        }
    }
}
