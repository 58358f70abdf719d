package dev.negzero.spec;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import java.util.List;

/**
 * One collective method as written, defaults of the interface already applied.
 *
 * @param name the Java name
 * @param key unique and stable within the interface: name and erased parameter types, e.g.
 *     {@code allReduce(DeviceBuffer,DeviceBuffer,long)}; overloads differ in it
 * @param operation which collective
 * @param reduceOp how it combines; SUM where the operation doesn't reduce
 * @param protocol as asked for; AUTO when left out, SIGNAL for a barrier
 * @param dtype the effective element type
 * @param width the effective lanes per pack
 * @param maxBytes the effective workspace bytes
 * @param returnsVoid whether the return type is void
 * @param thrown simple names of the declared exceptions
 * @param parameters in order
 */
public record MethodSpec(
        String name,
        String key,
        Operation operation,
        ReduceOp reduceOp,
        Protocol protocol,
        DType dtype,
        int width,
        long maxBytes,
        boolean returnsVoid,
        List<String> thrown,
        List<ParameterSpec> parameters) {
    public MethodSpec {
        thrown = List.copyOf(thrown);
        parameters = List.copyOf(parameters);
    }
}
