package io.emphatic.lab.theory;

import org.ejml.data.Complex_F64;

/**
 * Stability of an expected update θ ← θ + α(b − Aθ), from the eigenvalues z of A on its range.
 *
 * @param minReal the smallest Re z; NaN if there is none
 * @param stable whether every Re z is positive
 * @param largestStepSize min 2Re(z)/|z|²: |1 − αz| &lt; 1 below it; NaN if not stable, infinite if there is no z
 */
record Stability(double minReal, boolean stable, double largestStepSize) {
    private static final double ROUNDING = 1e-12;

    /** @param definite whether A is known to be positive definite, which decides what rounding would hide */
    static Stability of(Complex_F64[] eigenvalues, boolean definite) {
        double minReal = Double.POSITIVE_INFINITY;
        double largest = 0;
        double stepSize = Double.POSITIVE_INFINITY;
        for (Complex_F64 z : eigenvalues) {
            minReal = Math.min(minReal, z.real);
            largest = Math.max(largest, z.getMagnitude());
            stepSize = Math.min(stepSize, 2 * z.real / z.getMagnitude2());
        }
        boolean stable = eigenvalues.length == 0 || minReal > ROUNDING * largest || definite;
        return new Stability(
                eigenvalues.length == 0 ? Double.NaN : minReal,
                stable,
                !stable ? Double.NaN : stepSize > 0 ? stepSize : 2 / largest);
    }
}
