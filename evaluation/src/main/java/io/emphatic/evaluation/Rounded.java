package io.emphatic.evaluation;

import java.util.Locale;

/** Rounded within sentences. */
final class Rounded {
    private Rounded() {}

    /** Three digits. */
    static String of(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    /** Whole percents. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
