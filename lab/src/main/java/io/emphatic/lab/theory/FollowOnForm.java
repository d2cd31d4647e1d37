package io.emphatic.lab.theory;

import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.LcEtd;
import io.emphatic.lab.Question;
import java.util.Arrays;

/**
 * A follow-on trace whose coefficients depend on the state alone, and the emphasis made of it:
 *
 * <pre>
 *   Fₜ = x(Sₜ) iₜ + β(Sₜ) ρₜ₋₁ Fₜ₋₁          Mₜ = y(Sₜ) iₜ + z(Sₜ) Fₜ
 *
 *                 x    β                       y    z
 *   etd           1    γ                       λ    1 − λ
 *   etd-beta      1    β where γ &gt; 0           λ    1 − λ
 *   lc-etd        c    1 − c                   λc   1 − p      with c and p at step {@value #LC_STEP}
 * </pre>
 *
 * In the order of the components. At a start γₜ = 0, whatever γ(s) is, and F = M = i: {@code started} is how often a
 * visit is one, times i, where that matters.
 */
record FollowOnForm(double[] inflow, double[] decay, double[] direct, double[] followed, double[] started) {
    /** The step at which the theory looks at lc-etd, whose coefficients change ever more slowly. */
    static final int LC_STEP = 10_000;

    static FollowOnForm of(Config config, Theory theory) {
        Question question = theory.question();
        return config instanceof LcEtd lcEtd
                ? of(lcEtd, question, Linear.times(theory.starts(), question.interest()))
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

    /** That of ETD(λ), or with another decay. */
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

    /** What comes into the mean of F: x∘d_{μ,i}, and d_{μ,i} of the starts. */
    double[] source(double[] cared) {
        return Linear.numbers(cared.length, s -> inflow[s] * cared[s] + (1 - inflow[s]) * started[s]);
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
