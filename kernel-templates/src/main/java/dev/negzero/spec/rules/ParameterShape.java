package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Counts;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec.Kind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The parameters that an operation takes, beside those that name a rank.
 *
 * @param buffers names of its buffers, in order
 * @param count name of its count, empty when it has none; it comes last
 * @param lists whether a {@code long[]} may stand for the count
 */
record ParameterShape(List<String> buffers, String count, boolean lists) {
    /** What an operation takes. */
    static ParameterShape of(Operation operation) {
        return new ParameterShape(operation.bufferNames(), operation.countName(), operation.lists() != Counts.ONE);
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
        Operation operation = method.operation();
        if (operation.isHandOff()) {
            return ", @Peer int " + operation.peerName();
        }
        return operation.isRooted() && !method.written().contains("root") ? ", @Root int root" : "";
    }
}
