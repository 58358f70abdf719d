package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The parameters that an operation takes, beside those that name a rank.
 *
 * @param buffers names of its buffers, in order
 * @param count name of its count, empty when it has none; it comes last
 * @param lists whether a {@code long[]} may stand for the count
 */
record ParameterShape(List<String> buffers, String count, boolean lists) {
    private static final Map<Operation, ParameterShape> SHAPES = new EnumMap<>(Operation.class);

    static {
        one(Operation.ALL_REDUCE, "count", "in", "out");
        one(Operation.REDUCE_SCATTER, "countPerRank", "in", "out");
        one(Operation.REDUCE, "count", "in", "out");
        several(Operation.ALL_GATHER, "countPerRank", "in", "out");
        one(Operation.BROADCAST, "count", "inOut");
        one(Operation.SCATTER, "countPerRank", "in", "out");
        one(Operation.GATHER, "countPerRank", "in", "out");
        several(Operation.ALL_TO_ALL, "countPerPair", "in", "out");
        one(Operation.SEND, "count", "in");
        one(Operation.RECEIVE, "count", "out");
        one(Operation.BARRIER, "");
    }

    private static void one(Operation operation, String count, String... buffers) {
        SHAPES.put(operation, new ParameterShape(List.of(buffers), count, false));
    }

    private static void several(Operation operation, String count, String... buffers) {
        SHAPES.put(operation, new ParameterShape(List.of(buffers), count, true));
    }

    /** What an operation takes. */
    static ParameterShape of(Operation operation) {
        ParameterShape shape = SHAPES.get(operation);
        if (shape == null) {
            throw new IllegalStateException(operation + " has no shape");
        }
        return shape;
    }

    /** How many there are. */
    int size() {
        return buffers.size() + (count.isEmpty() ? 0 : 1);
    }

    /** Whether the parameter at a position is a buffer; else it is the count. */
    boolean isBuffer(int position) {
        return position < buffers.size();
    }

    /** Whether a parameter of this kind may stand at a position. */
    boolean accepts(int position, Kind kind) {
        return switch (kind) {
            case BUFFER, SYMMETRIC_BUFFER, UNTYPED_BUFFER -> isBuffer(position);
            case LONG -> !isBuffer(position);
            case LONG_ARRAY -> !isBuffer(position) && lists;
            case INT, OTHER -> false;
        };
    }

    /** The type of the count, as Java source text. */
    String countType() {
        return lists ? "long or long[]" : "long";
    }

    /** The parameter list, as Java source text, with the parameter that names a rank if the method needs one. */
    String text(MethodSpec method) {
        DType dtype = method.dtype();
        String text = buffers.stream()
                .map(name -> "DeviceBuffer<" + dtype + "> " + name + ", ")
                .collect(Collectors.joining());
        String counts = lists ? "long " + count + " or long[] counts" : "long " + count;
        return "(" + text + (count.isEmpty() ? "" : counts) + rank(method) + ")";
    }

    private static String rank(MethodSpec method) {
        return switch (method.operation()) {
            case REDUCE, BROADCAST, SCATTER, GATHER -> method.written().contains("root") ? "" : ", @Root int root";
            case SEND -> ", @Peer int to";
            case RECEIVE -> ", @Peer int from";
            case ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, BARRIER -> "";
        };
    }
}
