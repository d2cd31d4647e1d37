package io.emphatic;

/** Magnitudes. */
final class Bounds {
    private Bounds() {}

    /** ‖x‖₂, or the largest number if that is smaller: neither overflowing nor vanishing before x itself does. */
    static double norm(double[] x) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        return squares > 1e-280 && squares < Double.POSITIVE_INFINITY ? Math.sqrt(squares) : scaledNorm(x);
    }

    private static double scaledNorm(double[] x) {
        double max = 0;
        for (double value : x) {
            max = Math.max(max, Math.abs(value));
        }
        if (max == 0 || !Double.isFinite(max)) {
            return max;
        }
        double squares = 0;
        for (double value : x) {
            squares += (value / max) * (value / max);
        }
        return Math.min(max * Math.sqrt(squares), Double.MAX_VALUE);
    }

    /** Whether all of x can go through one more update without overflow. */
    static boolean safe(double[] x) {
        for (double value : x) {
            if (!(Math.abs(value) < Mechanism.SAFE)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether no number of a one-trace step can pass {@link Mechanism#SAFE}, judged beforehand from norms alone.
     *
     * @param traceNorm a bound of ‖eₜ‖₂, already advanced
     * @param thetaNorm a bound of ‖θₜ‖₂
     * @param memory of the rule, already advanced. Not modified.
     */
    static boolean safe(
            Transition t, double alpha, Coefficients k, double traceNorm, double thetaNorm, double[] memory) {
        double deltaBound =
                Math.abs(t.reward()) + thetaNorm * (t.phi().norm() + t.phiNext().norm());
        double scaleBound = alpha * Math.abs(k.kappa) * deltaBound;
        return traceNorm < Mechanism.SAFE
                && deltaBound < Mechanism.SAFE
                && scaleBound < Mechanism.SAFE
                && thetaNorm + scaleBound * traceNorm < Mechanism.SAFE
                && Math.abs(k.a) < Mechanism.SAFE
                && safe(memory);
    }

    /**
     * Whether every factor of a true online step is so small that no product of its equations overflows.
     *
     * @param k of the step
     * @param traceNorm a bound of ‖eₜ₋₁‖₂
     * @param thetaNorm a bound of ‖θₜ‖₂
     * @param memory of the rule, already advanced. Not modified.
     */
    static boolean safeFactors(
            Transition t,
            double alpha,
            Coefficients k,
            double delta,
            double traceNorm,
            double thetaNorm,
            double[] memory) {
        return thetaNorm < Mechanism.SAFE_FACTOR
                && traceNorm < Mechanism.SAFE_FACTOR
                && t.phi().norm() < Mechanism.SAFE_FACTOR
                && t.phiNext().norm() < Mechanism.SAFE_FACTOR
                && k.a < Mechanism.SAFE_FACTOR
                && k.b < Mechanism.SAFE_FACTOR
                && alpha < Mechanism.SAFE_FACTOR
                && Math.abs(delta) < Mechanism.SAFE_FACTOR
                && safe(memory);
    }

    static boolean finite(double[] x) {
        for (double value : x) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}
