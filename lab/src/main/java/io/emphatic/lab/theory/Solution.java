package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.Family;
import io.emphatic.GradientTd;
import java.util.Arrays;
import java.util.List;

/**
 * What one algorithm would do on average, and how well: the mean ODE θ̇ = b − Aθ and its fixed point.
 * {@code docs/ALGORITHMS.md} §5.
 *
 * <p>If A is singular, everything is said about A on its range, which is where the weights move; the fixed point is the
 * one reached from zero weights. The algorithm need not be {@link #defined}.
 *
 * @param config the algorithm with its parameters; with the η found where none was given
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
 * @param cappedValue the values of the policy π_ρ̄(a|s) ∝ min(ρ̄μ(a|s), π(a|s)), which are what Vtrace with this ρ̄
 *     would learn with a feature for each state; empty where that is v_π
 */
public record Solution(
        Config config,
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
        List<String> untouched,
        double[] cappedValue) {

    /** Of an algorithm whose mean update this is. */
    static Solution of(Theory theory, Config config, MeanUpdate mean) {
        double stepSize = mean.stability().largestStepSize();
        return of(theory, config, mean, Convergence.of(mean), stepSize, new double[0]);
    }

    /** @param largestStepSize NaN if it is not known */
    static Solution of(
            Theory theory,
            Config config,
            MeanUpdate mean,
            Convergence convergence,
            double largestStepSize,
            double[] cappedValue) {
        return of(theory, config, mean, mean.fixedPoint(), mean.stability().minReal(), convergence, largestStepSize)
                .withCappedValue(cappedValue);
    }

    /**
     * That of the gradient family, whose A is that of TD.
     *
     * @param theta where it ends from zero weights
     */
    static Solution of(
            Theory theory,
            Config config,
            MeanUpdate td,
            double[] theta,
            Convergence convergence,
            double largestStepSize) {
        return of(theory, config, td, theta, td.stability().minReal(), convergence, largestStepSize);
    }

    /**
     * That of weighted importance sampling, whose steps have a size for each feature.
     *
     * @param plain the mean update of the algorithm without it
     */
    static Solution of(Theory theory, Config config, MeanUpdate plain, WeightedSolution weighted) {
        return of(theory, config, plain, weighted.fixedPoint(), weighted.rate(), weighted.convergence(), Double.NaN);
    }

    private static Solution of(
            Theory theory,
            Config config,
            MeanUpdate mean,
            double[] theta,
            double minReal,
            Convergence convergence,
            double largestStepSize) {
        boolean converges = convergence == Convergence.DEFINITE
                || convergence == Convergence.STABLE
                || convergence == Convergence.NOTHING_LEARNED;
        double[] prediction = Linear.predictions(theory.mdp().features(), theta);
        Errors errors = Errors.of(prediction, theory.value(), theory.stationary(), theory.cared());
        return new Solution(
                config,
                mean.a.get2DData(),
                mean.b.data,
                mean.rank(),
                theta,
                mean.minSymmetricEigenvalue(),
                minReal,
                convergence,
                converges,
                converges ? largestStepSize : Double.NaN,
                prediction,
                errors.rmse(),
                errors.interestRmse(),
                errors.interestWeightedError(),
                mean.untouched().mapToObj(theory.mdp().featureNames()::get).toList(),
                new double[0]);
    }

    private Solution withCappedValue(double[] values) {
        return new Solution(
                config,
                a,
                b,
                rank,
                fixedPoint,
                minSymmetricEigenvalue,
                minRealEigenvalue,
                convergence,
                converges,
                largestStepSize,
                prediction,
                rmse,
                interestRmse,
                interestWeightedError,
                untouched,
                values);
    }

    /** Of an algorithm that has no mean update here. Every number is NaN and the rank 0. */
    static Solution undefined(Theory theory, Config config, Convergence why) {
        int n = theory.mdp().featureNames().size();
        return new Solution(
                config,
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
                List.of(),
                new double[0]);
    }

    private static double[] none(int size) {
        double[] none = new double[size];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    public Algorithm algorithm() {
        return config.algorithm();
    }

    public String name() {
        return algorithm().name();
    }

    public Family family() {
        return algorithm().family();
    }

    /** β of an algorithm whose follow-on trace decays by it; NaN for others. */
    public double beta() {
        return config instanceof EtdBeta etdBeta ? etdBeta.beta() : Double.NaN;
    }

    /** η of the gradient family; NaN for others. */
    public double eta() {
        return config instanceof GradientTd gradient ? gradient.eta() : Double.NaN;
    }

    public FixedPointError error() {
        return new FixedPointError(config, converges, rmse, interestRmse, interestWeightedError);
    }

    /** Whether the algorithm has a mean update at all. */
    public boolean defined() {
        return convergence.defined();
    }

    /** Whether Aθ = b has a solution that the weights could reach. */
    public boolean hasFixedPoint() {
        return !Double.isNaN(fixedPoint[0]);
    }
}
