package dev.negzero.runtime.numeric;

import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/** I64, wrapping. */
final class LongReduction extends Reduction {
    private final ReduceOp op;
    private final Scratch scratch;
    private final long[] sums;
    private final long[] terms;

    LongReduction(ReduceOp op, int capacity) {
        super(capacity);
        this.op = op;
        this.scratch = new Scratch(8 * capacity);
        this.sums = new long[capacity];
        this.terms = new long[capacity];
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        scratch.load(from, byteOffset, 8 * elements);
        scratch.longs.get(0, sums, 0, elements);
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        scratch.load(from, byteOffset, 8 * elements);
        scratch.longs.get(0, terms, 0, elements);
        switch (op) {
            case SUM -> add(sums, terms, elements);
            case PROD -> multiply(sums, terms, elements);
            case MIN -> min(sums, terms, elements);
            case MAX -> max(sums, terms, elements);
            case AVG -> throw new IllegalStateException("AVG of integers is refused before");
        }
    }

    @Override
    public void finish(ByteBuffer to, int byteOffset, int elements) {
        scratch.longs.put(0, sums, 0, elements);
        scratch.store(to, byteOffset, 8 * elements);
    }

    private static void add(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] += b[i];
        }
    }

    private static void multiply(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] *= b[i];
        }
    }

    private static void min(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }
}
