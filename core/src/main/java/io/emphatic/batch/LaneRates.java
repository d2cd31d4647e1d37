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

    /** Writes the step sizes of step 0, and by each {@link #advance} of later steps, to the last two arrays. */
    LaneRates(StepSize[] stepSizes, double[] eta, double[] alpha, double[] alphaW) {
        this.stepSizes = stepSizes.clone();
        this.eta = eta.clone();
        this.alpha = alpha;
        this.alphaW = alphaW;
        this.stopped = new boolean[stepSizes.length];
        this.constant = Arrays.stream(stepSizes).noneMatch(stepSize -> Double.isNaN(stepSize.constant()));
        set(0);
    }

    /** Sets the step sizes of step t. */
    void advance(long t) {
        if (!constant) {
            set(t);
        }
    }

    /** Whether they are those of step 0 in every step, but for lanes that have been stopped. */
    boolean areConstant() {
        return constant;
    }

    /** Sets the step sizes of this lane to zero, for all later steps too. */
    void stop(int lane) {
        stopped[lane] = true;
        alpha[lane] = 0;
        alphaW[lane] = 0;
    }

    private void set(long t) {
        for (int l = 0; l < alpha.length; l++) {
            alpha[l] = stopped[l] ? 0 : stepSizes[l].at(t);
            alphaW[l] = eta[l] * alpha[l];
        }
    }
}
