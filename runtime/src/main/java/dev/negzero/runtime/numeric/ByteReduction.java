package dev.negzero.runtime.numeric;

import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/** I8 and U8, wrapping. Only comparing tells them apart: there, U8 is shifted by half its range to keep its order. */
final class ByteReduction extends Reduction {
    private final ReduceOp op;
    private final int shift;
    private final byte[] sums;
    private final byte[] terms;

    ByteReduction(ReduceOp op, boolean signed, int capacity) {
        super(capacity);
        this.op = op;
        this.shift = signed ? 0 : 0x80;
        this.sums = new byte[capacity];
        this.terms = new byte[capacity];
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        from.get(byteOffset, sums, 0, elements);
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        from.get(byteOffset, terms, 0, elements);
        switch (op) {
            case SUM -> add(sums, terms, elements);
            case PROD -> multiply(sums, terms, elements);
            case MIN -> min(sums, terms, shift, elements);
            case MAX -> max(sums, terms, shift, elements);
            case AVG -> throw new IllegalStateException("AVG of integers is refused before");
        }
    }

    @Override
    public void finish(ByteBuffer to, int byteOffset, int elements) {
        to.put(byteOffset, sums, 0, elements);
    }

    private static void add(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = (byte) (a[i] + b[i]);
        }
    }

    private static void multiply(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = (byte) (a[i] * b[i]);
        }
    }

    private static void min(byte[] a, byte[] b, int shift, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = (byte) (Math.min((byte) (a[i] ^ shift), (byte) (b[i] ^ shift)) ^ shift);
        }
    }

    private static void max(byte[] a, byte[] b, int shift, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = (byte) (Math.max((byte) (a[i] ^ shift), (byte) (b[i] ^ shift)) ^ shift);
        }
    }
}
