package dev.negzero.processor;

import java.util.Collection;
import java.util.Comparator;

/** The known name that a misspelt one is closest to. */
final class Nearest {
    private Nearest() {}

    /** Fewest letters to insert, delete or replace, whatever their case; the first by the alphabet among equals. */
    static String to(String misspelt, Collection<String> names) {
        return names.stream()
                .min(Comparator.<String>comparingInt(name -> distance(misspelt, name))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Levenshtein's distance, row by row. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (same(one.charAt(i - 1), other.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }

    private static boolean same(char one, char other) {
        return Character.toLowerCase(one) == Character.toLowerCase(other);
    }
}
