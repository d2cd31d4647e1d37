package io.emphatic.lab.theory;

import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * What one algorithm would do on average, and how well: the mean ODE θ̇ = b − Aθ and its fixed point.
 * {@code docs/ALGORITHMS.md} §5.
 *
 * <p>If A is singular, everything is said about A on its range, which is where the weights move; the fixed point is the
 * one reached from zero weights. An algorithm need not be {@link #defined}.
 *
 * @param name of the algorithm
 * @param a A
 * @param b b
 * @param rank of A
 * @param fixedPoint θ*; NaN if Aθ = b has no solution that the weights could reach
 * @param minSymmetricEigenvalue the smallest eigenvalue of (A + Aᵀ)/2; NaN if A = 0
 * @param minRealEigenvalue the smallest real part of an eigenvalue of A; NaN if A = 0
 * @param converges whether the expected update converges for a small enough step size
 * @param largestStepSize min 2Re(z)/|z|² over the eigenvalues z: below it the expected update is stable. NaN if it does
 *     not converge, infinite if A = 0
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

    static Solution of(
            Theory theory, String name, MeanUpdate mean, Stability update, boolean converges, String verdict) {
        double[] theta = mean.fixedPoint();
        double[] prediction = Linear.multiply(new DMatrixRMaj(theory.mdp().features()), Linear.column(theta)).data;
        Errors errors = Errors.of(prediction, theory.value(), theory.stationary(), theory.cared());
        return new Solution(
                name,
                Linear.rows(mean.a()),
                mean.b().data,
                mean.rank(),
                theta,
                mean.minSymmetricEigenvalue(),
                mean.stability().minReal(),
                converges,
                converges ? update.largestStepSize() : Double.NaN,
                prediction,
                errors.rmse(),
                errors.interestRmse(),
                errors.interestWeightedError(),
                mean.untouched().mapToObj(theory.mdp().featureNames()::get).toList(),
                verdict);
    }

    /** Of an algorithm that has no mean update here; the verdict says why. Every number is NaN and the rank 0. */
    static Solution undefined(Theory theory, String name, String verdict) {
        int n = theory.mdp().featureNames().size();
        return new Solution(
                name,
                new double[n][0],
                none(n),
                0,
                none(n),
                Double.NaN,
                Double.NaN,
                false,
                Double.NaN,
                none(theory.mdp().states().size()),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                List.of(),
                verdict);
    }

    private static double[] none(int size) {
        double[] none = new double[size];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Whether the algorithm has a mean update at all; otherwise there is only the verdict. */
    public boolean defined() {
        return !Double.isNaN(b[0]);
    }

    /** Whether Aθ = b has a solution that the weights could reach. */
    public boolean hasFixedPoint() {
        return !Double.isNaN(fixedPoint[0]);
    }
}
