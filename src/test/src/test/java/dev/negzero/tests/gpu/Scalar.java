package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.numeric.Codec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Elements as bits, and the reduction of them one at a time, in rank order, in F32. */
final class Scalar {
    private Scalar() {}

    /** What every rank must hold, to the bit. */
    static int[] reduce(DType dtype, ReduceOp op, int[][] inputs, int count) {
        Codec codec = Codec.of(dtype);
        int[] out = new int[count];
        int sign = 1 << 8 * dtype.bytes() - 1;
        for (int i = 0; i < count; i++) {
            // + 0.0f reads -0.0 as +0.0.
            float acc = codec.toFloat(inputs[0][i]) + 0.0f;
            for (int rank = 1; rank < inputs.length; rank++) {
                acc = combine(op, acc, codec.toFloat(inputs[rank][i]) + 0.0f);
            }
            if (op == ReduceOp.AVG) {
                acc /= inputs.length;
            }
            int bits = Float.isNaN(acc) ? nan(dtype) : (int) codec.encode(acc);
            out[i] = bits == sign ? 0 : bits;
        }
        return out;
    }

    private static float combine(ReduceOp op, float a, float b) {
        return switch (op) {
            case SUM, AVG -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
        };
    }

    private static int nan(DType dtype) {
        return switch (dtype) {
            case BF16 -> 0x7FC0;
            case F16 -> 0x7E00;
            case F32 -> 0x7FC00000;
            default -> throw new IllegalArgumentException(dtype.name());
        };
    }

    /** Any bits: a quarter of them zeros of both signs, the rest with NaNs, infinities and subnormals among them. */
    static int[] random(DType dtype, int count, Random random) {
        int mask = dtype.bytes() == 4 ? -1 : (1 << 8 * dtype.bytes()) - 1;
        int[] bits = new int[count];
        for (int i = 0; i < count; i++) {
            bits[i] = switch (random.nextInt(8)) {
                case 0 -> 0;
                case 1 -> mask ^ mask >>> 1;
                default -> random.nextInt() & mask;
            };
        }
        return bits;
    }

    /** Numbers around 1 whose sum depends on the order. */
    static int[] ordinary(DType dtype, int count, Random random) {
        Codec codec = Codec.of(dtype);
        int[] bits = new int[count];
        for (int i = 0; i < count; i++) {
            bits[i] = (int) codec.encode(random.nextGaussian() * Math.scalb(1.0, random.nextInt(12) - 6));
        }
        return bits;
    }

    static void write(DeviceBuffer<?> buffer, int[] bits) {
        ByteBuffer bytes =
                ByteBuffer.allocate(bits.length * buffer.dtype().bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int element : bits) {
            if (buffer.dtype().bytes() == 2) {
                bytes.putShort((short) element);
            } else {
                bytes.putInt(element);
            }
        }
        buffer.copyFrom(bytes.array());
    }

    static int[] read(DeviceBuffer<?> buffer, int count) {
        byte[] bytes = new byte[count * buffer.dtype().bytes()];
        buffer.copyTo(bytes);
        ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int[] bits = new int[count];
        for (int i = 0; i < count; i++) {
            bits[i] = buffer.dtype().bytes() == 2 ? view.getShort() & 0xFFFF : view.getInt();
        }
        return bits;
    }

    /** Fills a buffer with what no result should leave standing. */
    static void poison(DeviceBuffer<?> buffer) {
        byte[] bytes = new byte[(int) buffer.count() * buffer.dtype().bytes()];
        java.util.Arrays.fill(bytes, (byte) 0xA5);
        buffer.copyFrom(bytes);
    }
}
