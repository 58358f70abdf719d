package dev.negzero.spec;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import java.util.List;

/**
 * One annotated interface as written: the input of the rules and, once they find nothing, of the planner.
 *
 * @param packageName empty for the unnamed package
 * @param flatName the simple name with its enclosing types, joined by {@code _}: {@code Outer_Inner}. Launcher and
 *     resources are named after it
 * @param sourceName the name as Java source refers to it inside its package: {@code Outer.Inner}
 * @param shape what kind of declaration it is
 * @param dtype default element type
 * @param width default lanes per pack
 * @param groupSize number of ranks
 * @param scope memory scope
 * @param maxBytes default workspace bytes
 * @param verify whether calls compare signatures
 * @param methods abstract methods, inherited ones included, sorted by name and then key; without a {@code close()} that
 *     has no op annotation, as the launcher's own one implements it
 * @param defaultMethods keys of the default methods, inherited ones included, sorted
 */
public record CollectiveSpec(
        String packageName,
        String flatName,
        String sourceName,
        TypeShape shape,
        DType dtype,
        int width,
        int groupSize,
        Scope scope,
        long maxBytes,
        boolean verify,
        List<MethodSpec> methods,
        List<String> defaultMethods) {
    public CollectiveSpec {
        methods = List.copyOf(methods);
        defaultMethods = List.copyOf(defaultMethods);
    }

    /** Bytes of one pack under the defaults; may be no legal number of bytes, and doesn't overflow. */
    public long packBytes() {
        return (long) width * dtype.bytes();
    }

    /** Simple name of the generated launcher. */
    public String launcherName() {
        return flatName + "Launcher";
    }

    /** Package and source name joined: how a person names the interface. */
    public String qualifiedName() {
        return packageName.isEmpty() ? sourceName : packageName + "." + sourceName;
    }
}
