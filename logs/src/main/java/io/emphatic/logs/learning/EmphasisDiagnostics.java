package io.emphatic.logs.learning;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.Spread;
import java.io.IOException;

/**
 * Follow-on and emphasis of the steps that a prediction learns from. Neither depends on the cumulant, so predictions
 * that share a trace share these diagnostics.
 */
final class EmphasisDiagnostics {
    private final Quantiles followOns;
    private final Quantiles emphases;
    private boolean emphatic = true; // whether there is a follow-on trace; assumed until the first step

    EmphasisDiagnostics(Quantiles.Precision precision) {
        this.followOns = new Quantiles(precision);
        this.emphases = new Quantiles(precision);
    }

    boolean isEmphatic() {
        return emphatic;
    }

    /** Adds a step that was learned from. Both numbers are NaN where an algorithm has none. */
    void learned(double followOn, double emphasis) {
        emphatic &= !Double.isNaN(followOn);
        if (emphatic) {
            followOns.add(followOn);
            emphases.add(emphasis);
        }
    }

    /** Null where there is no follow-on trace. */
    Spread followOn() {
        return Spread.of(followOns);
    }

    Spread emphasis() {
        return Spread.of(emphases);
    }

    void exchange(SavedState state) throws IOException {
        emphatic = state.flag(emphatic);
        followOns.exchange(state);
        emphases.exchange(state);
    }
}
