package io.emphatic.batch;

import io.emphatic.StepSize;
import java.util.Arrays;

/** The step sizes of the lanes, α and α_w = η α: constant, or computed before each step. */
final class LaneRates {
    private final StepSize[] stepSizes;
    private final double[] eta;
    private final double[] alpha;
    private final double[] alphaW;
    private final boolean[] stopped;
    private final boolean constant;
    private boolean started; // whether lanes continue that had been stopped
    private double given = Double.NaN; // α of the step to come, where it comes from outside
    private double[] factors; // of it, by lane

    /**
     * Writes the step sizes of each step to the last two arrays.
     *
     * @param bounded whether a step may have a finite bound
     */
    LaneRates(StepSize[] stepSizes, double[] eta, boolean bounded, double[] alpha, double[] alphaW) {
        this.stepSizes = stepSizes.clone();
        this.eta = eta.clone();
        this.alpha = alpha;
        this.alphaW = alphaW;
        this.stopped = new boolean[stepSizes.length];
        this.constant = !bounded && Arrays.stream(stepSizes).noneMatch(stepSize -> Double.isNaN(stepSize.constant()));
        set(0, Double.POSITIVE_INFINITY);
    }

    /** The step sizes of the step to come are α times a factor each, whatever the configs say. */
    void give(double alphaOfAll, double[] factorOfEach) {
        given = alphaOfAll;
        factors = factorOfEach;
    }

    /** Sets the step sizes of step t, at most the bound. Returns whether they may differ from the step before. */
    boolean advance(long t, double bound) {
        boolean changes = !constant | started | factors != null;
        if (changes) {
            set(t, bound);
            started = false;
        }
        return changes;
    }

    /** Sets the step sizes of this lane to zero, for all later steps too. */
    void stop(int lane) {
        stopped[lane] = true;
        alpha[lane] = 0;
        alphaW[lane] = 0;
    }

    /** Lanes that were stopped continue. */
    void startAll() {
        for (int l = 0; l < stopped.length; l++) {
            started |= stopped[l];
            stopped[l] = false;
        }
    }

    private void set(long t, double bound) {
        for (int l = 0; l < stepSizes.length; l++) {
            double rate = Math.min(factors == null ? stepSizes[l].at(t) : given, bound);
            alpha[l] = stopped[l] ? 0 : rate * (factors == null ? 1 : factors[l]);
            alphaW[l] = eta[l] * alpha[l];
        }
    }
}
