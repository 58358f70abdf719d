package dev.negzero.runtime.numeric;

import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/** I32, wrapping. */
final class IntReduction extends Reduction {
    private final ReduceOp op;
    private final Scratch scratch;
    private final int[] sums;
    private final int[] terms;

    IntReduction(ReduceOp op, int capacity) {
        super(capacity);
        this.op = op;
        this.scratch = new Scratch(4 * capacity);
        this.sums = new int[capacity];
        this.terms = new int[capacity];
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        scratch.load(from, byteOffset, 4 * elements);
        scratch.ints.get(0, sums, 0, elements);
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        scratch.load(from, byteOffset, 4 * elements);
        scratch.ints.get(0, terms, 0, elements);
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
        scratch.ints.put(0, sums, 0, elements);
        scratch.store(to, byteOffset, 4 * elements);
    }

    private static void add(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] += b[i];
        }
    }

    private static void multiply(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] *= b[i];
        }
    }

    private static void min(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }
}
