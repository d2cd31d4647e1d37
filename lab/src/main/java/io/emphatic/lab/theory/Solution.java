package io.emphatic.lab.theory;

import java.util.List;

/**
 * What one algorithm would do on average, and how well: the mean ODE θ̇ = b − Aθ and its fixed point. {@code docs/ALGORITHMS.md} §5.
 *
 * <p>If A is singular, everything is said about A on its range, which is where the weights move; the fixed point is the one reached from
 * zero weights.
 *
 * @param name of the algorithm
 * @param a A
 * @param b b
 * @param rank of A
 * @param fixedPoint θ*; NaN if Aθ = b has no solution that the weights could reach
 * @param minSymmetricEigenvalue the smallest eigenvalue of (A + Aᵀ)/2; NaN if A = 0
 * @param minRealEigenvalue the smallest real part of an eigenvalue of A; NaN if A = 0
 * @param converges whether the expected update converges for a small enough step size
 * @param largestStepSize min 2Re(z)/|z|² over the eigenvalues z: below it the expected update is stable. NaN if it does not converge,
 *     infinite if A = 0
 * @param prediction Φθ*, for each state
 * @param rmse root mean squared error of Φθ* weighted by d_μ
 * @param interestRmse the same weighted by d_{μ,i} normalised to one; NaN if there is no interest
 * @param interestWeightedError d_{μ,i}ᵀ(Φθ* − v_π)
 * @param untouched the features whose weights never move
 * @param verdict all that in words
 */
public record Solution(
        String name,
        double[][] a,
        double[] b,
        int rank,
        double[] fixedPoint,
        double minSymmetricEigenvalue,
        double minRealEigenvalue,
        boolean converges,
        double largestStepSize,
        double[] prediction,
        double rmse,
        double interestRmse,
        double interestWeightedError,
        List<String> untouched,
        String verdict) {

    /** Whether Aθ = b has a solution that the weights could reach. */
    public boolean hasFixedPoint() {
        return !Double.isNaN(fixedPoint[0]);
    }
}
