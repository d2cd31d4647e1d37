package io.emphatic.engine;

/**
 * The limits of a step of the one-trace family ({@code docs/ALGORITHMS.md} §1): element-wise clipping of the increment,
 * and projection of θ onto a ball. Infinite ones are off.
 */
final class StepLimits {
    /** Increments clipped to this do not take a weight past the limit in any number of steps that can be made. */
    private static final double NEVER_PAST_THE_LIMIT = 1e-25 * Divergence.LIMIT;

    final double clip;
    final double radius;
    private final double surelyWithinClip;
    private final double clippedNorm;
    private final boolean boundsTheta;

    StepLimits(double clip, double radius, int size) {
        this.clip = clip;
        this.radius = radius;
        // the margin is for the rounding of the bound that is compared with it
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
        this.boundsTheta = Double.isFinite(radius) || !(clip < NEVER_PAST_THE_LIMIT);
    }

    /** A bound of ‖θ‖₂ after a step that moves it by no more than this; 0 where none is kept. */
    double weightsNormAfter(double weightsNorm, double incrementNorm) {
        return boundsTheta ? boundAfter(weightsNorm, incrementNorm) : 0;
    }

    /** The same, always kept. */
    double boundAfter(double weightsNorm, double incrementNorm) {
        return weightsNorm + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm);
    }

    /** Whether no component of an increment is clipped, given a bound of the largest. */
    boolean isSurelyWithinClip(double largest) {
        return largest < surelyWithinClip;
    }

    /** Two comparisons, rarely true, are faster than Math.min and Math.max, which treat signed zeros. */
    static double clipped(double x, double clip) {
        return x > clip ? clip : x < -clip ? -clip : x;
    }
}
