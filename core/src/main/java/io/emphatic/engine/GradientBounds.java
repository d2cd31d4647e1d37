package io.emphatic.engine;

import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;

/**
 * Upper bounds of ‖θ‖₂ and ‖w‖₂ of each candidate of the gradient family, by which {@link Divergence} judges as in
 * {@link GradientEngine}. As long as bounds over all candidates are far from the limit, no candidate is looked at.
 */
final class GradientBounds {
    private static final int LANES = LaneVectors.LANES;
    private static final int WIDTH = LaneVectors.HALF;

    /** After so many steps the bounds over all candidates are made anew from those of each. */
    private static final int MOST_STEPS = 32;

    private static final double LIMIT_OF_BOUNDS = 1e90;

    private final boolean hasHalfStep;
    private final double[] theta;
    private final double[] secondary;
    private final double[] alphas = new double[WIDTH]; // α + α_w
    private final double[] magnitudes = new double[WIDTH];
    private final double[] scratch = new double[WIDTH];
    private double largestTheta;
    private double largestSecondary;
    private int steps; // since both were made anew

    /** The bounds are part of the state of the vectors. */
    GradientBounds(LaneVectors vectors, boolean hasHalfStep) {
        this.hasHalfStep = hasHalfStep;
        this.theta = vectors.saved("lane_norms", WIDTH);
        this.secondary = vectors.saved("lane_secondary_norms", WIDTH);
    }

    void begin(double[] initialWeights) {
        Arrays.fill(theta, 0, LANES, Norm.of(initialWeights));
        setLargest();
    }

    /** Bounds over all candidates, from those of each. */
    void setLargest() {
        largestTheta = Norm.largest(theta);
        largestSecondary = Norm.largest(secondary);
        steps = 0;
    }

    /**
     * Whether every candidate can surely take a step.
     *
     * @param rates the largest α + α_w
     * @param kept a bound of |k|, at least 1
     */
    boolean surelyAllow(Transition t, StepNorms norms, double rates, double kept) {
        if (++steps < MOST_STEPS && areBelowLimit(t, norms, rates, kept)) {
            return true;
        }
        setLargest();
        return areBelowLimit(t, norms, rates, kept);
    }

    /** The bounds over all candidates become those after the step. */
    private boolean areBelowLimit(Transition t, StepNorms norms, double rates, double kept) {
        double delta = Math.abs(t.reward()) + largestTheta * Divergence.features(t);
        double reach = Divergence.reach(rates, delta, largestSecondary, norms, hasHalfStep);
        largestTheta += reach;
        largestSecondary = kept * largestSecondary + reach;
        return largestTheta + largestSecondary + norms.sum() < LIMIT_OF_BOUNDS;
    }

    /**
     * Judges each candidate by its own δₜ.
     *
     * @param refused set to whether a candidate cannot take the step. Modified.
     */
    void judge(StepNorms norms, GradientLanes lanes, double[] kept, boolean[] refused) {
        for (int k = 0; k < WIDTH; k++) {
            alphas[k] = lanes.alpha[k] + lanes.alphaW[k];
        }
        Divergence.reach(alphas, lanes.delta, secondary, norms, hasHalfStep, scratch, magnitudes);
        for (int k = 0; k < LANES; k++) {
            double weights = theta[k] + Math.abs(kept[k]) * secondary[k];
            refused[k] = !Divergence.allows(weights + magnitudes[k] + norms.sum());
        }
    }

    /** Candidate k moves no more. */
    void stop(int k) {
        theta[k] = 0;
        secondary[k] = 0;
    }

    void addToTheta(double[] alongTrace, double[] alongPhi, double[] alongPhiNext, StepNorms norms) {
        add(theta, alongTrace, alongPhi, alongPhiNext, norms);
    }

    void addToSecondary(double[] alongTrace, double[] alongPhi, double[] alongPhiNext, StepNorms norms) {
        add(secondary, alongTrace, alongPhi, alongPhiNext, norms);
    }

    private static void add(
            double[] bounds, double[] alongTrace, double[] alongPhi, double[] alongPhiNext, StepNorms norms) {
        for (int k = 0; k < WIDTH; k++) {
            bounds[k] += norms.move(alongTrace[k], alongPhi[k], alongPhiNext[k]);
        }
    }

    /** Of w ← k w. */
    void shrinkSecondary(double[] kept) {
        for (int k = 0; k < WIDTH; k++) {
            secondary[k] *= Math.abs(kept[k]);
        }
    }
}
