package io.emphatic.experience;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name nearest to a mistyped name. */
public final class Names {
    private Names() {}

    /** The known name nearest to the typed one, if the difference is small enough for a typing error. */
    public static Optional<String> nearest(String typed, Collection<String> known) {
        String word = typed.toLowerCase(Locale.ROOT).replace('_', '-');
        return known.stream()
                .filter(name -> !word.isBlank())
                .min(Comparator.comparingInt((String name) -> distance(word, name.replace('_', '-')))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> distance(word, name.replace('_', '-')) <= most(Math.min(word.length(), name.length())));
    }

    /** How many letters may differ; a single letter is a name of its own, not a mistyped one. */
    private static int most(int length) {
        return length < 3 ? length - 1 : Math.max(2, length / 2);
    }

    /** {@code ": did you mean etd?"}, or nothing. */
    public static String didYouMean(String typed, Collection<String> known) {
        return nearest(typed, known).map(name -> ": did you mean " + name + "?").orElse("");
    }

    /** The Levenshtein distance: how many letters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
