package io.emphatic.evaluation.internal;

import java.util.Locale;

/** The estimators of EVALUATION.md §1–3, in the order in which they are shown. */
public enum Estimator {
    BEHAVIOUR("nothing: it is the policy that ran"),
    IS("right probabilities; the same weight for all rewards of an episode"),
    WIS("right probabilities; biased in small logs"),
    PDIS("right probabilities"),
    CWPDIS("right probabilities; biased in small logs"),
    LSTD("values linear in the features, right probabilities"),
    ELSTD("right probabilities; features only lower the error"),
    VDR("right probabilities; features only lower the error"),
    WDR("right probabilities; features only lower the error"),
    DM("action values linear in the features"),
    DR("right probabilities or right action values");

    private final String assumes;

    Estimator(String assumes) {
        this.assumes = assumes;
    }

    public static int count() {
        return DR.ordinal() + 1; // the last
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String assumes() {
        return assumes;
    }
}
