package dev.negzero.processor.launcher;

import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.ParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a launcher's method hands to its communicator behind the method's index. */
final class Arguments {
    private Arguments() {}

    /**
     * The arguments as Java source text, each behind a comma: buffers and count in the order of the declaration, then the
     * rank, which may stand anywhere in the declaration or in the annotation.
     */
    static String of(MethodSpec method) {
        List<String> arguments = new ArrayList<>();
        List<String> ranks = new ArrayList<>();
        for (ParameterSpec parameter : method.parameters()) {
            (parameter.isRank() ? ranks : arguments).add(parameter.name());
        }
        if (method.root() != MethodSpec.NO_ROOT) {
            ranks.add(Integer.toString(method.root()));
        }
        arguments.addAll(ranks);
        return arguments.stream().map(argument -> ", " + argument).collect(Collectors.joining());
    }
}
