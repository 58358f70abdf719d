package dev.negzero.spec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/** The one rule by which launchers and resources are named after an interface and the types around it. */
public final class FlatName {
    /** Longest result in UTF-8 bytes; leaves room for suffixes within the 255 bytes of a file name. */
    static final int LIMIT = 200;

    private FlatName() {}

    /**
     * Joins simple names by {@code _}. A result past the limit is cut, and ends in a hash of the whole.
     *
     * @param simpleNames outermost type first
     * @return {@code Outer_Inner}
     */
    public static String of(List<String> simpleNames) {
        String name = String.join("_", simpleNames);
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LIMIT) {
            return name;
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        String hash = String.format("_%08x", crc.getValue());
        return cut(name, LIMIT - hash.length()) + hash;
    }

    private static String cut(String name, int limit) {
        StringBuilder out = new StringBuilder();
        int used = 0;
        for (int codePoint : name.codePoints().toArray()) {
            used += Character.toString(codePoint).getBytes(StandardCharsets.UTF_8).length;
            if (used > limit) {
                break;
            }
            out.appendCodePoint(codePoint);
        }
        return out.toString();
    }
}
