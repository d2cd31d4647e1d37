package io.emphatic.lab.theory;

import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.LcEtd;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/**
 * A follow-on trace whose coefficients depend on the state alone, and the emphasis made of it, with their means f(s) =
 * d_μ(s) E[Fₜ | s] and m ({@code docs/ALGORITHMS.md} §5):
 *
 * <pre>
 *   Fₜ = x(Sₜ) iₜ + β(Sₜ) ρₜ₋₁ Fₜ₋₁          Mₜ = y(Sₜ) iₜ + z(Sₜ) Fₜ
 *
 *                 x    β                       y    z
 *   etd           1    γ                       λ    1 − λ
 *   etd-beta      1    β where γ &gt; 0           λ    1 − λ
 *   lc-etd        c    1 − c                   λc   1 − p      with c and p at step {@value #LC_STEP}
 *
 *   fᵀ = (x∘d_{μ,i})ᵀ(I − P_πB)⁻¹              m = y∘d_{μ,i} + z∘f
 *   truncated-etd:   f₀ = d_{μ,i}    fₖ = d_{μ,i} + Γ P_πᵀ fₖ₋₁    f = fₙ
 * </pre>
 *
 * In the order of the components. At a start γₜ = 0, whatever γ(s) is, and F = M = i: {@code started} is how often a
 * visit is one, times i, where that matters.
 */
record FollowOnForm(double[] inflow, double[] decay, double[] direct, double[] followed, double[] started) {
    /** The step at which the theory looks at lc-etd, whose coefficients change ever more slowly. */
    static final int LC_STEP = 10_000;

    /** @param starts {@link SolvedQuestion#starts} */
    static FollowOnForm of(Config config, Question question, Supplier<double[]> starts) {
        return config instanceof LcEtd lcEtd
                ? of(lcEtd, question, Linear.times(starts.get(), question.interest()))
                : decaying(
                        question,
                        config instanceof EtdBeta etdBeta ? decay(question, etdBeta.beta()) : question.discount());
    }

    /** β where γ &gt; 0: what cuts the trace still does. */
    static double[] decay(Question question, double beta) {
        return Arrays.stream(question.discount())
                .map(gamma -> gamma > 0 ? beta : 0)
                .toArray();
    }

    /** The form of ETD(λ), or with another decay. */
    static FollowOnForm decaying(Question question, double[] decay) {
        double[] rest = Arrays.stream(question.lambda()).map(x -> 1 - x).toArray();
        return new FollowOnForm(
                Linear.filled(decay.length, 1), decay, question.lambda(), rest, new double[decay.length]);
    }

    private static FollowOnForm of(LcEtd config, Question question, double[] started) {
        double[] gamma = question.discount();
        double[] lambda = question.lambda();
        int n = gamma.length;
        double[] inflow = Linear.numbers(n, s -> config.rate(gamma[s], LC_STEP));
        return new FollowOnForm(
                inflow,
                Linear.numbers(n, s -> 1 - inflow[s]),
                Linear.numbers(n, s -> lambda[s] * inflow[s]),
                Linear.numbers(n, s -> 1 - config.lambdaRate(gamma[s], lambda[s], LC_STEP)),
                started);
    }

    /** f, with x∘d_{μ,i}, and d_{μ,i} of the starts, for what comes in. */
    double[] mean(double[] cared, DMatrixRMaj p) {
        double[] source = Linear.numbers(cared.length, s -> inflow[s] * cared[s] + (1 - inflow[s]) * started[s]);
        return LuFactors.of(Linear.transpose(Linear.identityMinus(p, decay))).solve(source);
    }

    /** m, exactly zero in states that no interest flows to. */
    double[] emphasis(double[] cared, DMatrixRMaj p) {
        boolean[] from = Linear.where(cared.length, s -> cared[s] > 0);
        boolean[] reached = Graph.of(Linear.scaledColumns(p, decay)).reachableFrom(from);
        double[] m = emphasised(cared, mean(cared, p));
        return Linear.numbers(m.length, s -> reached[s] ? m[s] : 0);
    }

    /** f₀, f₁, …, fₙ of truncated ETD. */
    static List<double[]> truncated(Question question, double[] cared, DMatrixRMaj p, int horizon) {
        return Stream.iterate(cared, f -> next(question, cared, p, f))
                .limit(horizon + 1L)
                .toList();
    }

    /** m of truncated ETD. */
    static double[] truncatedEmphasis(Question question, double[] cared, DMatrixRMaj p, int horizon) {
        double[] f = cared;
        for (int k = 1; k <= horizon; k++) {
            double[] next = next(question, cared, p, f);
            if (Arrays.equals(next, f)) {
                break;
            }
            f = next;
        }
        return decaying(question, question.discount()).emphasised(cared, f);
    }

    /** d_{μ,i} + ΓP_πᵀf. */
    private static double[] next(Question question, double[] cared, DMatrixRMaj p, double[] f) {
        double[] passed = Linear.multiplyTransposed(p, f);
        return Linear.sum(cared, Linear.times(question.discount(), passed));
    }

    /** The mean of M, from those of i and F. */
    double[] emphasised(double[] ofInterest, double[] ofFollowOn) {
        return emphasised(ofInterest, ofFollowOn, started);
    }

    /** The mean of M times a number, from those of i and F times it, where what is multiplied by 0 can be infinite. */
    double[] emphasised(double[] ofInterest, double[] ofFollowOn, double[] ofStarts) {
        return Linear.numbers(
                direct.length,
                s -> ofStarts[s]
                        + direct[s] * (ofInterest[s] - ofStarts[s])
                        + (followed[s] > 0 ? followed[s] * (ofFollowOn[s] - ofStarts[s]) : 0));
    }
}
