package io.emphatic.engine.internal.plain;

/**
 * The limits of a step of the one-trace family ({@code docs/ALGORITHMS.md} §1): element-wise clipping of the increment,
 * projection of θ onto a ball, and {@link Overshoot}. Infinite ones are off.
 */
public final class StepLimits {
    /** The name under which the excess is saved. */
    public static final String EXCESS = "excess";

    private static final double FORGETTING = 0.99;
    private static final double LARGEST_EXCESS = 1e100; // a clip may be as small as numbers get

    public final double clip;
    public final double radius;
    public final double overshoot;
    private final double surelyWithinClip;

    /** A step moves θ by no more. */
    public final double clippedNorm;

    public StepLimits(double clip, double radius, double overshoot, int size) {
        this.clip = clip;
        this.radius = radius;
        this.overshoot = overshoot;
        // the margin is for the rounding of the bound that is compared with it
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
    }

    /** Whether increments are clipped. */
    public boolean clips() {
        return Double.isFinite(clip);
    }

    /** A bound of ‖θ‖₂ after a step that moves it by at most this. */
    public double weightsNormAfter(double weightsNorm, double incrementNorm) {
        return weightsNorm + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm);
    }

    /** By which factor increments of late exceeded the clip, after one whose largest component is this. */
    public double excess(double before, double largest) {
        return Math.min(LARGEST_EXCESS, Math.max(FORGETTING * before, largest / clip));
    }

    /** Whether no component of an increment is clipped, given a bound of the largest. */
    public boolean isSurelyWithinClip(double largest) {
        return largest < surelyWithinClip;
    }

    /** Two comparisons, rarely true, are faster than Math.min and Math.max, which treat signed zeros. */
    public static double clipped(double x, double clip) {
        return x > clip ? clip : x < -clip ? -clip : x;
    }
}
