package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/**
 * Floats of 8 to 32 bits, accumulated in F32.
 *
 * <p>Reading -0.0 as +0.0 takes no code here: in each operation the sign of a zero operand decides nothing but the sign
 * of a zero result, and {@link Lanes#store} drops that.
 */
final class FloatReduction extends Reduction {
    private final Lanes lanes;
    private final ReduceOp op;
    private final float groupSize;
    private final float[] sums;
    private final float[] terms;

    FloatReduction(DType dtype, ReduceOp op, int groupSize, int capacity) {
        super(capacity);
        this.lanes = Lanes.of(dtype, capacity);
        this.op = op;
        this.groupSize = groupSize;
        this.sums = new float[capacity];
        this.terms = new float[capacity];
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        lanes.load(from, byteOffset, elements, sums);
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        lanes.load(from, byteOffset, elements, terms);
        int n = lanes.slots(elements);
        switch (op) {
            case SUM, AVG -> add(sums, terms, n);
            case PROD -> multiply(sums, terms, n);
            case MIN -> min(sums, terms, n);
            case MAX -> max(sums, terms, n);
        }
    }

    @Override
    public void finish(ByteBuffer to, int byteOffset, int elements) {
        if (op == ReduceOp.AVG) {
            divide(sums, groupSize, lanes.slots(elements));
        }
        lanes.store(sums, to, byteOffset, elements);
    }

    private static void add(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] += b[i];
        }
    }

    private static void multiply(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] *= b[i];
        }
    }

    private static void min(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }

    private static void divide(float[] a, float by, int n) {
        for (int i = 0; i < n; i++) {
            a[i] /= by;
        }
    }
}
