package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * What an algorithm of weighted importance sampling ({@code docs/ALGORITHMS.md} §6) would do on average.
 *
 * <p>If it never forgets usage, η = 0, E[ρₜ | Sₜ] = 1 leaves E[dₜ − dₜ₋₁] = E[mₜφₜ²], so that dₜ/t approaches u =
 * diag(ΦᵀWΦ), with W = D_μ for wis-td and wis-gtd and W = M for wis-etd. The mean ODEs in log t are, with U = diag(u),
 * A and b of the same W, and C = ΦᵀD_μΦ, whose w is fast beside a θ with steps like 1/t,
 *
 * <pre>
 *   wis-td, wis-etd:  θ̇ = U⁻¹(b − Aθ)          wis-gtd:  θ̇ = U⁻¹AᵀC⁻¹(b − Aθ)
 * </pre>
 *
 * Both are those of features divided by √u, so that everything is judged for these. An A that is positive definite, as
 * that of ETD, stays so; a merely stable one, as that of TD can be, need not stay stable, nor an unstable one unstable.
 *
 * <p>If it does forget, η &gt; 0, dⱼ settles where η c dⱼ = uⱼ with c = diag(ΦᵀD_μΦ)ⱼ, near which, for a small η, θ̇ =
 * η diag(c/u)(b − Aθ): for wis-td, whose u is c, that is TD with the step size η.
 *
 * @param convergence what becomes of the mean ODE with η = 0
 * @param convergesForgetting whether the mean ODE with a small η &gt; 0 converges
 * @param usage u, what dₜ grows by in a step on average
 * @param fixedPoint the solution of Aθ = b that is approached from zero weights; NaN if there is none
 * @param rate the smallest real part of an eigenvalue, on the range: the mean error falls like t to the power of minus
 *     this; NaN if nothing is learned or known
 */
public record WeightedSolution(
        Algorithm algorithm,
        Convergence convergence,
        boolean convergesForgetting,
        double[] usage,
        double[] fixedPoint,
        double rate) {
    static WeightedSolution of(
            Algorithm algorithm, boolean gradient, BellmanEquation equation, double[] weighting, double[] visits) {
        double[] usage = squares(equation, weighting);
        double[] forgotten = squares(equation, visits);
        double[] factors = Linear.numbers(usage.length, j -> usage[j] > 0 ? 1 / Math.sqrt(usage[j]) : 1);
        BellmanEquation normalised = equation.scaled(factors);
        MeanUpdate mean = normalised.mean(weighting);
        double[] theta = Linear.times(mean.fixedPoint(), factors);
        if (!gradient) {
            double[] settled = Linear.numbers(usage.length, j -> usage[j] > 0 ? Math.sqrt(forgotten[j] / usage[j]) : 1);
            boolean forgetting = equation.scaled(settled).mean(weighting).converges();
            double rate = mean.stability().minReal();
            return new WeightedSolution(algorithm, Convergence.of(mean), forgetting, usage, theta, rate);
        }
        Convergence convergence = Convergence.ofRegular(mean);
        double rate = convergence == Convergence.STABLE ? descent(mean, normalised.covariance(weighting)) : Double.NaN;
        return new WeightedSolution(algorithm, convergence, mean.regular(), usage, theta, rate);
    }

    private static double[] squares(BellmanEquation equation, double[] weighting) {
        DMatrixRMaj diagonal = new DMatrixRMaj(0, 0);
        CommonOps_DDRM.extractDiag(equation.covariance(weighting), diagonal);
        return diagonal.data;
    }

    /** The smallest eigenvalue of AᵀC⁻¹A on the range of A. */
    private static double descent(MeanUpdate mean, DMatrixRMaj covariance) {
        DMatrixRMaj q = mean.orthonormalRange();
        DMatrixRMaj a = Linear.multiplyTransposed(q, Linear.multiply(mean.a, q));
        DMatrixRMaj c = Linear.multiplyTransposed(q, Linear.multiply(covariance, q));
        return Spectrum.minSymmetricEigenvalue(
                Linear.multiplyTransposed(a, LuFactors.of(c).solve(a)));
    }

    static WeightedSolution undefined(Algorithm algorithm, int features) {
        double[] none = Linear.filled(features, Double.NaN);
        return new WeightedSolution(algorithm, Convergence.UNCOVERED, false, none, none, Double.NaN);
    }

    /** The name of the algorithm. */
    public String name() {
        return algorithm.name();
    }

    /** Whether the mean ODE with η = 0 converges. */
    public boolean converges() {
        return convergence.converges();
    }

    /** Whether Aθ = b has a solution that the weights could reach. */
    public boolean hasFixedPoint() {
        return !Double.isNaN(fixedPoint[0]);
    }
}
