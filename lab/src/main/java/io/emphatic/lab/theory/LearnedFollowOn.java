package io.emphatic.lab.theory;

import io.emphatic.Config;
import io.emphatic.FhatEtd;
import io.emphatic.GemEtd;
import io.emphatic.lab.theory.MeanUpdate.Stability;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Where a follow-on that is learned from the features ends ({@code docs/ALGORITHMS.md} §8), F̂ = Φf:
 *
 * <pre>
 *   A_f = Φᵀ(D_μ − ΓP_πᵀD_μ)Φ      b_f = Φᵀd_{μ,i}      C = ΦᵀD_μΦ
 *   fhat-etd:  ḟ = η (b_f − A_f f)
 *   gem-etd:   k̇ = η (b_f − A_f u − C k)      u̇ = η (A_fᵀk − ridge u)
 * </pre>
 *
 * θ does not act on it, so that the pair is stable where both are. {@code followOn} is F̂ of each state at its fixed
 * point, {@code mean} its own mean update without η.
 */
record LearnedFollowOn(double[] followOn, MeanUpdate mean, double eta) {
    static boolean isIn(Config config) {
        return config instanceof FhatEtd || config instanceof GemEtd;
    }

    static LearnedFollowOn of(SolvedQuestion solved, Config config) {
        double[] d = solved.stationary();
        DMatrixRMaj phi = new DMatrixRMaj(solved.mdp().features());
        // D_μ − ΓP_πᵀD_μ
        DMatrixRMaj backward = Linear.scaledColumns(
                Linear.transpose(Linear.identityMinus(
                        solved.transitions(), solved.question().discount())),
                d);
        DMatrixRMaj a = Linear.multiplyTransposed(phi, Linear.multiply(backward, phi));
        DMatrixRMaj b = Linear.multiplyTransposed(phi, new DMatrixRMaj(solved.cared));
        if (config instanceof FhatEtd fhat) {
            MeanUpdate mean = new MeanUpdate(phi, d, a, b);
            return new LearnedFollowOn(
                    Linear.predictions(solved.mdp().features(), mean.fixedPoint()), mean, fhat.eta());
        }
        GemEtd gem = (GemEtd) config;
        int n = phi.numCols;
        DMatrixRMaj both = new DMatrixRMaj(2 * n, 2 * n);
        CommonOps_DDRM.insert(solved.covariance(), both, 0, 0);
        CommonOps_DDRM.insert(a, both, 0, n);
        CommonOps_DDRM.insert(Linear.scaled(-1, Linear.transpose(a)), both, n, 0);
        for (int j = n; j < 2 * n; j++) {
            both.set(j, j, gem.ridge());
        }
        DMatrixRMaj right = new DMatrixRMaj(2 * n, 1);
        CommonOps_DDRM.insert(b, right, 0, 0);
        DMatrixRMaj twice = new DMatrixRMaj(2 * phi.numRows, 2 * n);
        CommonOps_DDRM.insert(phi, twice, 0, 0);
        CommonOps_DDRM.insert(phi, twice, phi.numRows, n);
        double[] visits = Linear.numbers(2 * d.length, s -> d[s % d.length]);
        MeanUpdate mean = new MeanUpdate(twice, visits, both, right);
        double[] u = Arrays.copyOfRange(mean.fixedPoint(), n, 2 * n);
        return new LearnedFollowOn(Linear.predictions(solved.mdp().features(), u), mean, gem.eta());
    }

    /** M(s) = λ i + (1 − λ) F̂. */
    double[] emphasis(SolvedQuestion solved) {
        double[] lambda = solved.question().lambda();
        double[] interest = solved.question().interest();
        return Linear.numbers(followOn.length, s -> lambda[s] * interest[s] + (1 - lambda[s]) * followOn[s]);
    }

    Solution solution(SolvedQuestion solved, Config config, MeanUpdate weights) {
        // the symmetric part of the gradient form is never negative: what rounding leaves of 0 is not
        boolean descends = config instanceof GemEtd;
        Stability stability = descends ? Stability.of(Spectrum.eigenvalues(mean.a), true) : mean.stability();
        Convergence own = descends ? Convergence.STABLE : Convergence.of(mean);
        double stepSize = Math.min(weights.stability().largestStepSize(), stability.largestStepSize() / eta);
        return own.converges()
                ? Solution.of(solved, config, weights, Convergence.of(weights), stepSize)
                : Solution.of(solved, config, weights, weights.fixedPoint(), stability.minReal(), own, stepSize);
    }
}
