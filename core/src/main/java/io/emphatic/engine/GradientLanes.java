package io.emphatic.engine;

import io.emphatic.experience.Features;

/**
 * The inner products that a {@link GradientRule} reads and the scalars that it sets, independent of the engine.
 * Learners that differ in their step sizes only share their traces and lie side by side, a lane each; a single learner
 * is one lane. Every array has one number per lane.
 *
 * <p>The accessors of the scalars to set record which of them the rule uses, so that the engine skips other vectors.
 */
public abstract class GradientLanes {
    public final int count; // of the lanes
    public final double[] alpha;
    public final double[] alphaW; // α_w = η α
    public final double[] delta;

    private final double[] wPhi;
    private final double[] ew;
    private final double[] hw;
    protected final double[] thetaTrace;
    protected final double[] thetaPhi;
    protected final double[] thetaPhiNext;
    protected final double[] wTrace;
    protected final double[] wAlongPhi;
    protected final double[] wPhiNext;
    protected boolean movesThetaAlongTrace;
    protected boolean movesThetaAlongPhi;
    protected boolean movesWAlongPhiNext;

    protected GradientLanes(int count) {
        this.count = count;
        alpha = new double[count];
        alphaW = new double[count];
        delta = new double[count];
        wPhi = new double[count];
        ew = new double[count];
        hw = new double[count];
        thetaTrace = new double[count];
        thetaPhi = new double[count];
        thetaPhiNext = new double[count];
        wTrace = new double[count];
        wAlongPhi = new double[count];
        wPhiNext = new double[count];
    }

    /** wᵀφₜ. */
    public final double[] secondaryDotPhi() {
        secondaryDotPhi(wPhi);
        return wPhi;
    }

    /** eₜᵀw. */
    public final double[] traceDotSecondary() {
        traceDotSecondary(ew);
        return ew;
    }

    /** hₜᵀw. */
    public final double[] secondTraceDotSecondary() {
        secondTraceDotSecondary(hw);
        return hw;
    }

    /** eₜᵀφ. */
    public abstract double traceDot(Features phi);

    /** eₜᵀeₜ. */
    public abstract double traceDotTrace();

    /** How far θ moves along eₜ: for the rule to set. */
    public final double[] weightsAlongTrace() {
        movesThetaAlongTrace = true;
        return thetaTrace;
    }

    /** How far θ moves along φₜ: for the rule to set. */
    public final double[] weightsAlongPhi() {
        movesThetaAlongPhi = true;
        return thetaPhi;
    }

    /** How far θ moves along φₜ₊₁: for the rule to set. */
    public final double[] weightsAlongPhiNext() {
        return thetaPhiNext;
    }

    /** How far w moves along eₜ: for the rule to set. */
    public final double[] secondaryAlongTrace() {
        return wTrace;
    }

    /** How far w moves along φₜ: for the rule to set. */
    public final double[] secondaryAlongPhi() {
        return wAlongPhi;
    }

    /** How far w moves along φₜ₊₁: for the rule to set. */
    public final double[] secondaryAlongPhiNext() {
        movesWAlongPhiNext = true;
        return wPhiNext;
    }

    protected abstract void secondaryDotPhi(double[] out);

    protected abstract void traceDotSecondary(double[] out);

    protected abstract void secondTraceDotSecondary(double[] out);

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
