package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.GradientTd;
import io.emphatic.Vtrace;
import io.emphatic.lab.Mdp;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * What one algorithm would do on average, and how well: the mean ODE θ̇ = b − Aθ and its fixed point.
 * {@code docs/ALGORITHMS.md} §5.
 *
 * <p>If A is singular, everything is said about A on its range, which is where the weights move; the fixed point is the
 * one reached from zero weights. The algorithm need not be {@link #defined}.
 *
 * @param error of Φθ*, of the algorithm with its parameters; with the η found where none was given
 * @param rank of A
 * @param fixedPoint θ*; NaN if Aθ = b has no solution that the weights could reach
 * @param minSymmetricEigenvalue the smallest eigenvalue of (A + Aᵀ)/2; NaN if A = 0
 * @param minRealEigenvalue the smallest real part of an eigenvalue of A; NaN if A = 0
 * @param convergence what becomes of the mean ODE, and why
 * @param largestStepSize min 2Re(z)/|z|² over the eigenvalues z: below it the expected update is stable. NaN if it does
 *     not converge or is not known, infinite if A = 0
 * @param prediction Φθ*, for each state
 * @param untouched the features whose weights never move
 * @param cappedValue the values of the policy π_ρ̄(a|s) ∝ min(ρ̄μ(a|s), π(a|s)), which are what Vtrace with this ρ̄
 *     would learn with a feature for each state; empty where that is v_π
 */
public record Solution(
        FixedPointError error,
        double[][] a,
        double[] b,
        int rank,
        double[] fixedPoint,
        double minSymmetricEigenvalue,
        double minRealEigenvalue,
        Convergence convergence,
        double largestStepSize,
        double[] prediction,
        List<String> untouched,
        double[] cappedValue) {
    private static final double ROUNDING = 1e-12;

    static Solution of(SolvedQuestion solved, Config config, MeanUpdate mean) {
        double stepSize = mean.stability().largestStepSize();
        return of(solved, config, mean, Convergence.of(mean), stepSize);
    }

    static Solution of(
            SolvedQuestion solved, Config config, MeanUpdate mean, Convergence convergence, double stepSize) {
        return of(solved, config, mean, mean.fixedPoint(), mean.stability().minReal(), convergence, stepSize);
    }

    /** Of an algorithm that does not follow the mean update itself, and ends at theta. */
    static Solution of(
            SolvedQuestion solved,
            Config config,
            MeanUpdate mean,
            double[] theta,
            double minReal,
            Convergence convergence,
            double stepSize) {
        double[] prediction = Linear.predictions(solved.mdp().features(), theta);
        return new Solution(
                FixedPointError.of(solved, config, convergence.converges(), prediction),
                mean.a.get2DData(),
                mean.b.data,
                mean.rank(),
                theta,
                mean.minSymmetricEigenvalue(),
                minReal,
                convergence,
                convergence.converges() ? stepSize : Double.NaN,
                prediction,
                mean.untouched().mapToObj(solved.mdp().featureNames()::get).toList(),
                config instanceof Vtrace vtrace ? cappedValue(solved, vtrace) : new double[0]);
    }

    /** The solution of an algorithm that has no mean update here. Every number is NaN and the rank 0. */
    static Solution undefined(SolvedQuestion solved, Config config, Convergence why) {
        int n = solved.mdp().featureNames().size();
        return new Solution(
                new FixedPointError(config, false, Double.NaN, Double.NaN, Double.NaN),
                new double[n][0],
                Linear.filled(n, Double.NaN),
                0,
                Linear.filled(n, Double.NaN),
                Double.NaN,
                Double.NaN,
                why,
                Double.NaN,
                Linear.filled(solved.mdp().states().size(), Double.NaN),
                List.of(),
                new double[0]);
    }

    /** The {@link #cappedValue}, the solution of (K − P_κΓ)v = r_κ; empty where that is v_π. */
    private static double[] cappedValue(SolvedQuestion solved, Vtrace vtrace) {
        TraceFactors factors = TraceFactors.of(vtrace, solved.mdp(), solved.question());
        if (!changesPolicy(solved, factors)) {
            return new double[0];
        }
        double[] mean = factors.meanUsed();
        DMatrixRMaj system = CommonOps_DDRM.subtract(
                CommonOps_DDRM.diag(Linear.numbers(mean.length, s -> mean[s] > 0 ? mean[s] : 1)),
                Linear.scaledColumns(
                        solved.dynamics.expected(factors.used()),
                        solved.question().discount()),
                null);
        double[] rewards = solved.dynamics.expectedRewards(solved.question(), factors.used());
        double[] value = LuFactors.of(system).solve(rewards);
        return Arrays.stream(value).allMatch(Double::isFinite) ? value : valueWhereVisited(solved, system, rewards);
    }

    /** The values with NaN in the states that are not visited, which no visited one leads to. */
    private static double[] valueWhereVisited(SolvedQuestion solved, DMatrixRMaj system, double[] rewards) {
        double[] d = solved.stationary();
        for (int s = 0; s < d.length; s++) {
            for (int next = 0; next < d.length && d[s] == 0; next++) {
                system.set(s, next, s == next ? 1 : 0);
            }
        }
        double[] value = LuFactors.of(system).solve(rewards);
        Arrays.setAll(value, s -> d[s] > 0 ? value[s] : Double.NaN);
        return value;
    }

    /** Whether μκ, divided by its sum over the actions, differs from π in a state that is visited. */
    private static boolean changesPolicy(SolvedQuestion solved, TraceFactors factors) {
        Mdp mdp = solved.mdp();
        for (int s = 0; s < mdp.states().size(); s++) {
            for (int a = 0; a < mdp.actions().size() && solved.stationary()[s] > 0; a++) {
                double capped = mdp.behaviour()[s][a] * factors.used()[s][a];
                double expected = solved.question().policy()[s][a] * factors.meanUsed()[s];
                if (factors.meanUsed()[s] == 0 || Math.abs(capped - expected) > ROUNDING * factors.meanUsed()[s]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The algorithm with its parameters; η is the one found where none was given. */
    public Config config() {
        return error.config();
    }

    /** Whether the expected update converges for a small enough step size. */
    public boolean converges() {
        return error.converges();
    }

    /** The root mean squared error of Φθ*, weighted by d_μ. */
    public double rmse() {
        return error.rmse();
    }

    /** The root mean squared error weighted by d_{μ,i} normalised to one; NaN if there is no interest. */
    public double interestRmse() {
        return error.interestRmse();
    }

    /** d_{μ,i}ᵀ(Φθ* − v_π). */
    public double interestWeightedError() {
        return error.interestWeightedError();
    }

    /** The algorithm that was asked about. */
    public Algorithm algorithm() {
        return error.config().algorithm();
    }

    /** The name of the algorithm. */
    public String name() {
        return algorithm().name();
    }

    /** The family of the algorithm. */
    public Family family() {
        return algorithm().family();
    }

    /** β of an algorithm whose follow-on trace decays by it; NaN for others. */
    public double beta() {
        return config() instanceof EtdBeta etdBeta ? etdBeta.beta() : Double.NaN;
    }

    /** η of the gradient family; NaN for others. */
    public double eta() {
        return config() instanceof GradientTd gradient ? gradient.eta() : Double.NaN;
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
