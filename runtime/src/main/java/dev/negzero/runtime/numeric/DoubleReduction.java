package dev.negzero.runtime.numeric;

import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/** F64, accumulated in itself. As in {@link FloatReduction}, the sign of a zero operand needs no care. */
final class DoubleReduction extends Reduction {
    private final ReduceOp op;
    private final double groupSize;
    private final Scratch scratch;
    private final double[] sums;
    private final double[] terms;
    private final long[] bits;

    DoubleReduction(ReduceOp op, int groupSize, int capacity) {
        super(capacity);
        this.op = op;
        this.groupSize = groupSize;
        this.scratch = new Scratch(8 * capacity);
        this.sums = new double[capacity];
        this.terms = new double[capacity];
        this.bits = new long[capacity];
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        load(from, byteOffset, elements, sums);
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        load(from, byteOffset, elements, terms);
        switch (op) {
            case SUM, AVG -> add(sums, terms, elements);
            case PROD -> multiply(sums, terms, elements);
            case MIN -> min(sums, terms, elements);
            case MAX -> max(sums, terms, elements);
        }
    }

    @Override
    public void finish(ByteBuffer to, int byteOffset, int elements) {
        if (op == ReduceOp.AVG) {
            divide(sums, groupSize, elements);
        }
        scratch.doubles.put(0, sums, 0, elements);
        scratch.longs.get(0, bits, 0, elements);
        canonicalise(bits, elements);
        scratch.longs.put(0, bits, 0, elements);
        scratch.store(to, byteOffset, 8 * elements);
    }

    private void load(ByteBuffer from, int byteOffset, int elements, double[] to) {
        scratch.load(from, byteOffset, 8 * elements);
        scratch.doubles.get(0, to, 0, elements);
    }

    /** Canonical NaNs and no -0.0. Masks come from logical shifts: AVX2 has no arithmetic ones of 64 bits. */
    private static void canonicalise(long[] bits, int n) {
        for (int i = 0; i < n; i++) {
            long magnitude = bits[i] & Long.MAX_VALUE;
            long nonZero = -(-magnitude >>> 63);
            long nan = -((0x7FF0000000000000L - magnitude) >>> 63);
            bits[i] = (bits[i] & nonZero) ^ ((bits[i] ^ 0x7FF8000000000000L) & nan);
        }
    }

    private static void add(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] += b[i];
        }
    }

    private static void multiply(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] *= b[i];
        }
    }

    private static void min(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }

    private static void divide(double[] a, double by, int n) {
        for (int i = 0; i < n; i++) {
            a[i] /= by;
        }
    }
}
