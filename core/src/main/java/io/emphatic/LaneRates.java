package io.emphatic;

import java.util.Arrays;

/** The step sizes of the lanes, α and α_w = η α: constant, or brought up to date before each step. */
final class LaneRates {
    final double[] alpha;
    final double[] alphaW;
    private final StepSize[] stepSizes;
    private final double[] eta;
    private final boolean[] stopped;
    private final boolean constant;

    /** @param eta empty where there is no second step size. Not modified. */
    LaneRates(StepSize[] stepSizes, double[] eta) {
        this.stepSizes = stepSizes.clone();
        this.eta = eta.clone();
        this.stopped = new boolean[stepSizes.length];
        this.constant = Arrays.stream(stepSizes).allMatch(stepSize -> Double.isNaN(stepSize.c1()));
        this.alpha = new double[stepSizes.length];
        this.alphaW = new double[eta.length];
        set(0, 0, stepSizes.length);
    }

    /** The step sizes of step t. */
    void advance(long t, int from, int to) {
        if (!constant) {
            set(t, from, to);
        }
    }

    /** No more steps for this lane. */
    void stop(int lane) {
        stopped[lane] = true;
        alpha[lane] = 0;
        if (lane < eta.length) {
            alphaW[lane] = 0;
        }
    }

    private void set(long t, int from, int to) {
        for (int l = from; l < to; l++) {
            alpha[l] = stopped[l] ? 0 : stepSizes[l].at(t);
            if (l < eta.length) {
                alphaW[l] = eta[l] * alpha[l];
            }
        }
    }
}
