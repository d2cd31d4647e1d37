package io.emphatic.evaluation.result;

/** How far the recommended estimate of a target may be believed. */
public enum Trust {
    /** The interval may be relied on. */
    TRUST("trust"),
    /** The interval may be too narrow: enough to choose what to try next, not to decide. */
    CARE("care"),
    /** Nothing may rest on the number. */
    DO_NOT_TRUST("do not trust");

    private final String words;

    Trust(String words) {
        this.words = words;
    }

    /** As it is written in results: {@code trust}, {@code care} or {@code do not trust}. */
    public String words() {
        return words;
    }
}
