package io.emphatic.lab.theory;

import io.emphatic.lab.Question;
import org.ejml.data.DMatrixRMaj;

/**
 * Whether the follow-on trace F has a finite variance.
 *
 * <pre>
 *   Q(s,s') = Σ_a π(a|s)²/μ(a|s) P(s'|s,a) γ(s')²
 * </pre>
 *
 * E[F²] is bounded iff the spectral radius r of Q is below 1, on the states that π reaches through γ &gt; 0 from those
 * with i &gt; 0 that the behaviour gets to (d_μ &gt; 0, or reachable from the start under μ): elsewhere F is 0 or is
 * cut. {@code docs/ALGORITHMS.md} §5.
 *
 * @param spectralRadius r
 * @param finiteVariance r &lt; 1
 * @param largestScale 1/√r: γ scaled by anything below it gives a finite variance; infinite if r = 0
 * @param largestBeta 1/√r', with r' the radius of Q with γ² replaced by 1 where γ &gt; 0: so does ETD(λ,β) with any β
 *     below it; infinite if r' = 0
 */
public record FollowOn(double spectralRadius, boolean finiteVariance, double largestScale, double largestBeta) {
    private static final double ROUNDING = 1e-12;

    static FollowOn of(Dynamics dynamics, BehaviourChain chain, Question question) {
        DMatrixRMaj squared = dynamics.secondMoment(question.policy());
        int n = dynamics.size();
        double[] gamma = question.discount();
        boolean[] cared = Linear.where(n, s -> question.interest()[s] > 0 && !dynamics.isEnd(s) && chain.reaches(s));
        DMatrixRMaj flowing = Linear.scaledColumns(squared, Linear.numbers(n, s -> gamma[s] > 0 ? 1 : 0));
        boolean[] reached = Graph.of(flowing).reachableFrom(cared);
        flowing = Linear.scaledRows(flowing, Linear.numbers(n, s -> reached[s] ? 1 : 0));
        double unweighted = PerronRoot.of(flowing);
        double radius = PerronRoot.of(Linear.scaledColumns(flowing, Linear.times(gamma, gamma)));
        return new FollowOn(radius, radius < 1 - ROUNDING, 1 / Math.sqrt(radius), 1 / Math.sqrt(unweighted));
    }

    /** Whether the trace of ETD(λ,β) has a finite variance. */
    public boolean finiteVarianceWith(double beta) {
        return beta < largestBeta * (1 - ROUNDING);
    }
}
