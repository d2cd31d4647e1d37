package io.emphatic.lab.problems;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.List;

/** The random walk of 19 states: Sutton &amp; Barto (2018), example 7.1; the values are exactly s/10 − 1. */
public final class RandomWalk implements FiniteProblem {
    private static final int STATES = 19;

    @Override
    public String name() {
        return "random-walk";
    }

    @Override
    public String summary() {
        return "19 states in a row, on-policy, tabular: everything converges, to values known by heart";
    }

    @Override
    public String documentation() {
        return """
                From the middle of 19 states, one step left or right with equal probability, until the walk leaves on the
                left (reward −1) or on the right (reward 1). γ = 1, λ = 0, interest 1, one feature a state, target = behaviour. The
                value of state s is s/10 − 1. Sutton & Barto (2018), example 7.1.""";
    }

    @Override
    public Mdp mdp() {
        Outcome[][][] outcomes = new Outcome[STATES][][];
        double[][] policy = new double[STATES][];
        double[][] features = new double[STATES][STATES];
        for (int s = 0; s < STATES; s++) {
            Outcome left = s > 0 ? new Outcome(s - 1, 1, 0) : new Outcome(Mdp.END, 1, -1);
            Outcome right = s < STATES - 1 ? new Outcome(s + 1, 1, 0) : new Outcome(Mdp.END, 1, 1);
            outcomes[s] = new Outcome[][] {{left}, {right}};
            policy[s] = new double[] {0.5, 0.5};
            features[s][s] = 1;
        }
        double[] start = new double[STATES];
        start[STATES / 2] = 1;
        return new Mdp(
                name(),
                Mdp.numbered("", STATES),
                List.of("left", "right"),
                outcomes,
                policy,
                List.of(Question.uniform("on-policy", policy, 1, 0, 1)),
                Mdp.numbered("state ", STATES),
                features,
                start);
    }
}
