package io.emphatic;

/**
 * What a {@link GradientRule} sees of the vectors of its learner, whatever engine keeps them, and where it puts its
 * scalars.
 */
abstract class GradientVectors {
    double thetaTrace;
    double thetaPhi;
    double thetaPhiNext;
    double wKept;
    double wTrace;
    double wPhi;
    double wPhiNext;

    /** How far θ moves along eₜ, φₜ and φₜ₊₁. */
    final void moveWeights(double alongTrace, double alongPhi, double alongPhiNext) {
        thetaTrace = alongTrace;
        thetaPhi = alongPhi;
        thetaPhiNext = alongPhiNext;
    }

    /** What factor of itself w keeps, and how far it moves along eₜ, φₜ and φₜ₊₁. */
    final void moveSecondary(double kept, double alongTrace, double alongPhi, double alongPhiNext) {
        wKept = kept;
        wTrace = alongTrace;
        wPhi = alongPhi;
        wPhiNext = alongPhiNext;
    }

    /** A bound on how far θ moves. */
    final double reachOfWeights(Transition t, double traceNorm) {
        return reach(t, traceNorm, thetaTrace, thetaPhi, thetaPhiNext);
    }

    /** A bound on how far w moves, beside shrinking. */
    final double reachOfSecondary(Transition t, double traceNorm) {
        return reach(t, traceNorm, wTrace, wPhi, wPhiNext);
    }

    private static double reach(Transition t, double traceNorm, double alongTrace, double alongPhi, double alongNext) {
        return Math.abs(alongTrace) * traceNorm
                + Math.abs(alongPhi) * t.phi().norm()
                + Math.abs(alongNext) * t.phiNext().norm();
    }

    /** δₜ. */
    abstract double delta();

    /** wᵀφ. */
    abstract double secondaryDot(Features phi);

    /** eᵀw. */
    abstract double traceDotSecondary();

    /** hᵀw. */
    abstract double secondTraceDotSecondary();

    /** eᵀφ. */
    abstract double traceDot(Features phi);

    /** eᵀe. */
    abstract double traceDotTrace();
}
