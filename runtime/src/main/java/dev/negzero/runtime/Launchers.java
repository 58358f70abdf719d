package dev.negzero.runtime;

import dev.negzero.spec.FlatName;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** Opens generated launchers by their interface, for code that can't name the generated class. */
public final class Launchers {
    private Launchers() {}

    /**
     * Opens the launcher of an interface on a rank, as the generated {@code open(Rank)} does. Collective.
     *
     * @param type an interface annotated with {@code @Collective}
     * @throws LoadingException NZ801 if there is no generated class: the annotation processor did not run; otherwise as
     *     {@link Communicator#open}
     * @throws CollectiveException if a rank doesn't come within the deadline, or fails
     */
    public static <T> T open(Class<T> type, Rank rank) {
        String name = launcherName(type);
        try {
            Class<?> launcher = Class.forName(name, true, type.getClassLoader());
            return type.cast(launcher.getMethod("open", Rank.class).invoke(null, rank));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw RuntimeProblem.LAUNCHER_MISSING.loading(name + ", whose open failed: " + e.getCause(), e);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw RuntimeProblem.LAUNCHER_MISSING.loading(
                    "no class " + name + " with open(Rank) for " + type.getTypeName(), e);
        }
    }

    /** {@code p.Outer.Inner} has {@code p.Outer_InnerLauncher}. */
    static String launcherName(Class<?> type) {
        List<String> names = new ArrayList<>(List.of(type.getSimpleName()));
        for (Class<?> outer = type.getEnclosingClass(); outer != null; outer = outer.getEnclosingClass()) {
            names.add(0, outer.getSimpleName());
        }
        String folder = type.getPackageName().isEmpty() ? "" : type.getPackageName() + ".";
        return folder + FlatName.of(names) + "Launcher";
    }
}
