package dev.negzero.tests.processor;

import dev.negzero.annotations.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaFileObject;

/** The shape of the runtime's public types, for compilations only. */
final class RuntimeStandIn {
    static final List<JavaFileObject> SOURCES = sources();

    private static List<JavaFileObject> sources() {
        List<JavaFileObject> all = new ArrayList<>();
        all.add(type("Element", "public interface Element {}"));
        Arrays.stream(DType.values())
                .forEach(d -> all.add(
                        type(d.name(), "public final class " + d + " implements Element { private " + d + "() {} }")));
        all.add(type("DeviceBuffer", "public class DeviceBuffer<T extends Element> { DeviceBuffer() {} }"));
        all.add(
                type(
                        "SymmetricBuffer",
                        "public final class SymmetricBuffer<T extends Element> extends DeviceBuffer<T> { SymmetricBuffer() {} }"));
        all.add(type("Rank", "public final class Rank { Rank() {} public void synchronize() {} }"));
        all.add(type("Group", "public final class Group { Group() {} }"));
        all.add(type(
                "LauncherInfo",
                "public record LauncherInfo(String interfaceName, String resourceStem, int schema, String digest) {}"));
        all.add(type("Communicator", """
                public final class Communicator implements AutoCloseable {
                    Communicator() {}
                    public static Communicator open(Rank rank, Class<?> launcher, LauncherInfo info) { return new Communicator(); }
                    public static java.util.List<Communicator> openAll(Group group, Class<?> launcher, LauncherInfo info) { return java.util.List.of(); }
                    public void allReduce(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long count) {}
                    public void barrier(int method) {}
                    @Override public void close() {}
                }
                """));
        return List.copyOf(all);
    }

    private static JavaFileObject type(String name, String text) {
        return Compiled.source("dev.negzero.runtime." + name, "package dev.negzero.runtime;\n" + text);
    }

    private RuntimeStandIn() {}
}
