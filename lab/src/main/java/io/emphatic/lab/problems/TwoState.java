package io.emphatic.lab.problems;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.List;

/** Two states and an end: Mahmood, Yu, White &amp; Sutton (2015), §2, after Tsitsiklis &amp; Van Roy (1996). */
public final class TwoState implements FiniteProblem {
    @Override
    public String name() {
        return "two-state";
    }

    @Override
    public String summary() {
        return "two states, one weight, interest in the first: naive interest diverges (paper, §2)";
    }

    @Override
    public String documentation() {
        return """
                1 → 2 → end, over and over, with reward 0 and γ = 1. The features are φ(1) = 1 and φ(2) = 2, so that the
                second state is always valued twice as much as the first; the interest is 1 in state 1 and 0 in state 2.
                Weighting updates by the interest alone learns in state 1 only, from a successor that runs ahead of it, and
                diverges. Learning starts at θ = 10. Mahmood, Yu, White & Sutton (2015), §2.""";
    }

    @Override
    public Mdp mdp() {
        Outcome[][][] outcomes = {{{new Outcome(1, 1, 0)}}, {{new Outcome(Mdp.END, 1, 0)}}};
        double[][] policy = {{1}, {1}};
        Question question =
                new Question("on-policy", policy, new double[] {1, 1}, new double[] {0, 0}, new double[] {1, 0});
        return new Mdp(
                name(),
                List.of("1", "2"),
                List.of("go"),
                outcomes,
                policy,
                List.of(question),
                List.of("φ"),
                new double[][] {{1}, {2}},
                new double[] {1, 0});
    }

    @Override
    public double[] initialWeights() {
        return new double[] {10};
    }
}
