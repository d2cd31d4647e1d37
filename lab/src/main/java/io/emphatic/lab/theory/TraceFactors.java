package io.emphatic.lab.theory;

import io.emphatic.Abtd;
import io.emphatic.Config;
import io.emphatic.TreeBackup;
import io.emphatic.Vtrace;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.Arrays;

/**
 * How an algorithm carries its trace from step to step, and how it uses it ({@code docs/ALGORITHMS.md} §1):
 *
 * <pre>
 *   xₜ = τ(Sₜ) c(Sₜ₋₁, Aₜ₋₁) xₜ₋₁ + Mₜ φₜ          θ ← θ + α κ(Sₜ, Aₜ) δₜ xₜ
 *
 *                      c             κ             τ
 *   td, etd, …         ρ             ρ             γλ        with eₜ = ρₜ xₜ
 *   tree-backup        π             ρ             γλ
 *   vtrace             min(c̄, ρ)    min(ρ̄, ρ)    γλ
 *   abtd               νπ            ρ             γ
 * </pre>
 *
 * xₜ depends on Aₜ₋₁ and not on Aₜ, so that E[κₜδₜxₜ] is the sum over s of d(s) E[xₜ | s] E[κₜδₜ | s]. Actions that the
 * behaviour never takes have c = κ = 0.
 */
record TraceFactors(double[][] carried, double[][] used, double[] decay, double[] meanUsed, double[] meanSquareUsed) {
    /** One of c and κ: a number for each (s, a), from π(a|s) and μ(a|s) &gt; 0. */
    private interface Factor {
        double of(double pi, double mu);
    }

    static TraceFactors of(Config config, Mdp mdp, Question question) {
        Factor ratio = (pi, mu) -> pi / mu;
        double[] lambda = question.lambda();
        double[] decay = config instanceof Abtd ? question.discount() : Linear.times(question.discount(), lambda);
        if (config instanceof TreeBackup) {
            return of(mdp, question, (pi, mu) -> pi, ratio, decay);
        }
        if (config instanceof Vtrace vtrace) {
            Factor carried = (pi, mu) -> Math.min(vtrace.traceCap(), pi / mu);
            return of(mdp, question, carried, (pi, mu) -> Math.min(vtrace.ratioCap(), pi / mu), decay);
        }
        if (config instanceof Abtd abtd) {
            // νπ with ν = min(ψ, 1/max(π, μ)), ψ = 2ζψ₀ + max(0, 2ζ − 1)(ψ_max − 2ψ₀)
            double psi = 2 * abtd.zeta() * abtd.psi0()
                    + Math.max(0, 2 * abtd.zeta() - 1) * (abtd.psiMax() - 2 * abtd.psi0());
            return of(mdp, question, (pi, mu) -> pi * Math.min(psi, 1 / Math.max(pi, mu)), ratio, decay);
        }
        return of(mdp, question, ratio, ratio, decay);
    }

    private static TraceFactors of(Mdp mdp, Question question, Factor carried, Factor used, double[] decay) {
        double[][] c = all(mdp, question, carried);
        double[][] kappa = all(mdp, question, used);
        double[][] mu = mdp.behaviour();
        double[] mean = Linear.numbers(decay.length, s -> Linear.dot(mu[s], kappa[s]));
        double[] meanSquare = Linear.numbers(decay.length, s -> Linear.dot(mu[s], Linear.times(kappa[s], kappa[s])));
        return new TraceFactors(c, kappa, decay, mean, meanSquare);
    }

    private static double[][] all(Mdp mdp, Question question, Factor factor) {
        double[][] all = new double[mdp.states().size()][mdp.actions().size()];
        for (int s = 0; s < all.length; s++) {
            for (int a = 0; a < all[s].length; a++) {
                double mu = mdp.behaviour()[s][a];
                all[s][a] = mu > 0 ? factor.of(question.policy()[s][a], mu) : 0;
            }
        }
        return all;
    }

    double[][] squareCarried() {
        return Arrays.stream(carried).map(row -> Linear.times(row, row)).toArray(double[][]::new);
    }
}
