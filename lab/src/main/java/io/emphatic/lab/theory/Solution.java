package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * What one algorithm would do on average, and how well: the mean ODE θ̇ = b − Aθ and its fixed point.
 * {@code docs/ALGORITHMS.md} §5.
 *
 * <p>If A is singular, everything is said about A on its range, which is where the weights move; the fixed point is the
 * one reached from zero weights. The algorithm need not be {@link #defined}.
 *
 * @param beta β of an algorithm whose follow-on trace decays by it; NaN for others
 * @param eta η of the gradient family, the smallest power of two from 1 up that is stable; NaN for others
 * @param rank of A
 * @param fixedPoint θ*; NaN if Aθ = b has no solution that the weights could reach
 * @param minSymmetricEigenvalue the smallest eigenvalue of (A + Aᵀ)/2; NaN if A = 0
 * @param minRealEigenvalue the smallest real part of an eigenvalue of A; NaN if A = 0
 * @param convergence what becomes of the mean ODE, and why
 * @param converges whether the expected update converges for a small enough step size
 * @param largestStepSize min 2Re(z)/|z|² over the eigenvalues z: below it the expected update is stable. NaN if it does
 *     not converge, infinite if A = 0
 * @param prediction Φθ*, for each state
 * @param rmse root mean squared error of Φθ* weighted by d_μ
 * @param interestRmse the same weighted by d_{μ,i} normalised to one; NaN if there is no interest
 * @param interestWeightedError d_{μ,i}ᵀ(Φθ* − v_π)
 * @param untouched the features whose weights never move
 */
public record Solution(
        Algorithm algorithm,
        double beta,
        double eta,
        double[][] a,
        double[] b,
        int rank,
        double[] fixedPoint,
        double minSymmetricEigenvalue,
        double minRealEigenvalue,
        Convergence convergence,
        boolean converges,
        double largestStepSize,
        double[] prediction,
        double rmse,
        double interestRmse,
        double interestWeightedError,
        List<String> untouched) {

    /** @param beta NaN for an algorithm that has none */
    static Solution of(Theory theory, Algorithm algorithm, double beta, MeanUpdate mean) {
        Convergence why = Convergence.of(mean);
        double stepSize = mean.stability().largestStepSize();
        return of(theory, algorithm, beta, Double.NaN, mean, why, mean.converges(), stepSize);
    }

    /** That of the gradient family, whose A and b are those of TD. */
    static Solution of(Theory theory, Algorithm algorithm, MeanUpdate td, Gradient gradient) {
        Convergence why = Convergence.of(td, gradient);
        Stability joint = gradient.stability();
        double stepSize = joint.largestStepSize();
        return of(theory, algorithm, Double.NaN, gradient.eta(), td, why, joint.stable(), stepSize);
    }

    private static Solution of(
            Theory theory,
            Algorithm algorithm,
            double beta,
            double eta,
            MeanUpdate mean,
            Convergence convergence,
            boolean converges,
            double largestStepSize) {
        double[] theta = mean.fixedPoint();
        double[] prediction = Linear.multiply(new DMatrixRMaj(theory.mdp().features()), new DMatrixRMaj(theta)).data;
        Errors errors = Errors.of(prediction, theory.value(), theory.stationary(), theory.cared());
        return new Solution(
                algorithm,
                beta,
                eta,
                mean.a.get2DData(),
                mean.b.data,
                mean.rank(),
                theta,
                mean.minSymmetricEigenvalue(),
                mean.stability().minReal(),
                convergence,
                converges,
                converges ? largestStepSize : Double.NaN,
                prediction,
                errors.rmse(),
                errors.interestRmse(),
                errors.interestWeightedError(),
                mean.untouched().mapToObj(theory.mdp().featureNames()::get).toList());
    }

    /** Of an algorithm that has no mean update here. Every number but β is NaN and the rank 0. */
    static Solution undefined(Theory theory, Algorithm algorithm, double beta, Convergence why) {
        int n = theory.mdp().featureNames().size();
        return new Solution(
                algorithm,
                beta,
                Double.NaN,
                new double[n][0],
                none(n),
                0,
                none(n),
                Double.NaN,
                Double.NaN,
                why,
                false,
                Double.NaN,
                none(theory.mdp().states().size()),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                List.of());
    }

    private static double[] none(int size) {
        double[] none = new double[size];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    public String name() {
        return algorithm.name();
    }

    /** Whether the algorithm has a mean update at all. */
    public boolean defined() {
        return !Double.isNaN(b[0]);
    }

    /** Whether Aθ = b has a solution that the weights could reach. */
    public boolean hasFixedPoint() {
        return !Double.isNaN(fixedPoint[0]);
    }
}
