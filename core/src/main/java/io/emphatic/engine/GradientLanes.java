package io.emphatic.engine;

import io.emphatic.experience.Features;

/**
 * The inner products that a {@link GradientRule} reads and the scalars that it sets, independent of the engine.
 * Learners that differ in their step sizes only share their traces and lie side by side, a lane each; a single learner
 * is one lane. Every array has one number per lane.
 */
public abstract class GradientLanes {
    /** The number of lanes, which is the length of every array. */
    public final int count;
    /** α of this step. */
    public final double[] alpha;

    /** α_w = η α of this step. */
    public final double[] alphaW;

    /** δₜ, before the step. */
    public final double[] delta;

    /** xₑ: how far θ moves along eₜ. As the next five for the rule to set, and 0 unless it does. */
    public final double[] weightsAlongTrace;
    /** xφ: how far θ moves along φₜ. */
    public final double[] weightsAlongPhi;
    /** xφ′: how far θ moves along φₜ₊₁. */
    public final double[] weightsAlongPhiNext;
    /** yₑ: how far w moves along eₜ. */
    public final double[] secondaryAlongTrace;
    /** yφ: how far w moves along φₜ. */
    public final double[] secondaryAlongPhi;
    /** yφ′: how far w moves along φₜ₊₁. */
    public final double[] secondaryAlongPhiNext;

    /** For the engine: wᵀφₜ. */
    protected final double[] wPhi;
    /** For the engine: eₜᵀw. */
    protected final double[] ew;
    /** For the engine: hₜᵀw. */
    protected final double[] hw;

    /** @param count the number of lanes */
    protected GradientLanes(int count) {
        this.count = count;
        alpha = new double[count];
        alphaW = new double[count];
        delta = new double[count];
        weightsAlongTrace = new double[count];
        weightsAlongPhi = new double[count];
        weightsAlongPhiNext = new double[count];
        secondaryAlongTrace = new double[count];
        secondaryAlongPhi = new double[count];
        secondaryAlongPhiNext = new double[count];
        wPhi = new double[count];
        ew = new double[count];
        hw = new double[count];
    }

    /** wᵀφₜ, computed anew. The rule may overwrite it. */
    public abstract double[] secondaryDotPhi();

    /** eₜᵀw, computed anew; the rule may overwrite it. */
    public abstract double[] traceDotSecondary();

    /** hₜᵀw, computed anew; the rule may overwrite it. */
    public abstract double[] secondTraceDotSecondary();

    /** eₜᵀφ. */
    public abstract double traceDot(Features phi);

    /** eₜᵀeₜ. */
    public abstract double traceDotTrace();

    /** out ← x y, lane by lane. */
    public static void multiply(double[] out, double[] x, double[] y) {
        for (int l = 0; l < out.length; l++) {
            out[l] = x[l] * y[l];
        }
    }

    /** out ← x factor y, lane by lane. */
    public static void multiply(double[] out, double[] x, double factor, double[] y) {
        for (int l = 0; l < out.length; l++) {
            out[l] = x[l] * factor * y[l];
        }
    }

    /** out ← factor x, lane by lane. */
    public static void multiply(double[] out, double factor, double[] x) {
        for (int l = 0; l < out.length; l++) {
            out[l] = factor * x[l];
        }
    }
}
