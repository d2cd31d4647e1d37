package io.emphatic.engine.internal.plain;

/**
 * The limits of a step of the one-trace family ({@code docs/ALGORITHMS.md} §1): element-wise clipping of the increment,
 * projection of θ onto a ball, and {@link Overshoot}. Infinite ones are off.
 */
public record StepLimits(double clip, double radius, double overshoot, int size) {
    /** The name under which the excess is saved. */
    public static final String EXCESS = "excess";

    private static final double FORGETTING = 0.99;
    private static final double LARGEST_EXCESS = 1e100; // a clip may be as small as numbers get

    public boolean clips() {
        return Double.isFinite(clip);
    }

    /** A bound of the norm of an increment once it is clipped. */
    public double clippedNorm(double incrementNorm) {
        return clips() ? Math.min(incrementNorm, clip * Math.sqrt(size)) : incrementNorm;
    }

    /** By which factor recent increments exceeded the clip, after one whose largest component is this. */
    public double excess(double before, double largest) {
        return Math.min(LARGEST_EXCESS, Math.max(FORGETTING * before, largest / clip));
    }

    /** Whether no component of an increment is clipped, given a bound of the largest, which may be rounded. */
    public boolean isSurelyWithinClip(double largest) {
        return largest < clip * (1 - 1e-9);
    }

    /** Two comparisons, rarely true, are faster than Math.min and Math.max, which treat signed zeros. */
    public static double clipped(double x, double clip) {
        return x > clip ? clip : x < -clip ? -clip : x;
    }
}
