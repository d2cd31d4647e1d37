package io.emphatic.lab.theory;

import org.ejml.data.Complex_F64;

/**
 * Stability of an expected update θ ← θ + α(b − Aθ), from the eigenvalues z of A on its range.
 *
 * @param minReal the smallest Re z, 0 if it is lost in rounding; NaN if there is none
 * @param stable whether every Re z is positive
 * @param largestStepSize min 2Re(z)/|z|²: |1 − αz| &lt; 1 below it; NaN if not stable, infinite if there is no z
 */
record Stability(double minReal, boolean stable, double largestStepSize) {
    private static final double ROUNDING = 1e-12;

    /** @param definite whether A is known to be positive definite: an eigenvalue lost in rounding is positive then */
    static Stability of(Complex_F64[] eigenvalues, boolean definite) {
        if (eigenvalues.length == 0) {
            return new Stability(Double.NaN, true, Double.POSITIVE_INFINITY);
        }
        double largest = 0;
        for (Complex_F64 z : eigenvalues) {
            largest = Math.max(largest, z.getMagnitude());
        }
        double minReal = Double.POSITIVE_INFINITY;
        double stepSize = Double.POSITIVE_INFINITY;
        boolean stable = true;
        for (Complex_F64 z : eigenvalues) {
            boolean positive = z.real > ROUNDING * largest;
            stable &= positive || definite;
            minReal = Math.min(minReal, positive || z.real < -ROUNDING * largest && !definite ? z.real : 0);
            stepSize = positive ? Math.min(stepSize, 2 * z.real / z.getMagnitude2()) : stepSize;
        }
        return new Stability(minReal, stable, stable ? stepSize : Double.NaN);
    }
}
