package dev.negzero.plan;

/** Turns any Java identifier into ASCII that is legal inside a C++ identifier, by a fixed rule; two names may meet, entry points carry the method's index besides. */
public final class CppName {
    private CppName() {}

    /** ASCII letters, digits and {@code _} stay; any other UTF-16 unit becomes {@code uXXXX}, hexadecimal. */
    public static String of(String javaName) {
        StringBuilder out = new StringBuilder();
        for (char c : javaName.toCharArray()) {
            boolean plain = c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            out.append(plain ? String.valueOf(c) : String.format("u%04X", (int) c));
        }
        return out.toString();
    }
}
