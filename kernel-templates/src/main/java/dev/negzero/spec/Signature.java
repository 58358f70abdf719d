package dev.negzero.spec;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The Java side of a method, with the type variables of generic super-interfaces substituted.
 *
 * @param returnType as Java source text: {@code void}
 * @param typeParameters names of the method's own type parameters
 * @param checkedExceptions simple names of the checked exceptions that it declares
 * @param parameters in order
 */
public record Signature(
        String returnType,
        List<String> typeParameters,
        List<String> checkedExceptions,
        List<ParameterSpec> parameters) {
    public Signature {
        typeParameters = List.copyOf(typeParameters);
        checkedExceptions = List.copyOf(checkedExceptions);
        parameters = List.copyOf(parameters);
    }

    /** The parameter list as Java source text: {@code (DeviceBuffer<BF16> in, long count)}. */
    public String parameterText() {
        return parameters.stream().map(p -> p.type() + " " + p.name()).collect(Collectors.joining(", ", "(", ")"));
    }
}
