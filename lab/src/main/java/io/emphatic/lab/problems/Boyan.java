package io.emphatic.lab.problems;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.List;
import java.util.stream.IntStream;

/** The chain of 13 states: Boyan (2002), "Technical Update: Least-Squares Temporal Difference Learning". */
public final class Boyan implements FiniteProblem {
    private static final int STATES = 13;
    private static final int FEATURES = 4;
    private static final int SPACING = 4;

    @Override
    public String name() {
        return "boyan";
    }

    @Override
    public String summary() {
        return "the 13-state chain with 4 interpolated features, on-policy: the values are representable";
    }

    @Override
    public String documentation() {
        return """
                From state 12 down to 0, one or two states at a time with ½ each and reward −3; from 1 to 0 with reward −2; from 0 the
                episode ends with reward 0. γ = 1, λ = 0, interest 1, on-policy. Four features, one each for states 12, 8, 4 and 0,
                interpolated linearly in between. v(s) = −2s, which is θ = (−24, −16, −8, 0). Boyan (2002).""";
    }

    @Override
    public Mdp mdp() {
        Outcome[][][] outcomes = new Outcome[STATES][1][];
        double[][] policy = new double[STATES][];
        double[][] features = new double[STATES][FEATURES];
        for (int row = 0; row < STATES; row++) {
            int state = STATES - 1 - row;
            outcomes[row][0] = switch (state) {
                case 0 -> new Outcome[] {new Outcome(Mdp.END, 1, 0)};
                case 1 -> new Outcome[] {new Outcome(row + 1, 1, -2)};
                default -> new Outcome[] {new Outcome(row + 1, 0.5, -3), new Outcome(row + 2, 0.5, -3)};
            };
            policy[row] = new double[] {1};
            for (int j = 0; j < FEATURES; j++) {
                features[row][j] = Math.max(0, 1 - Math.abs(row - SPACING * j) / (double) SPACING);
            }
        }
        double[] start = new double[STATES];
        start[0] = 1;
        return new Mdp(
                name(),
                IntStream.range(0, STATES)
                        .mapToObj(row -> String.valueOf(STATES - 1 - row))
                        .toList(),
                List.of("go"),
                outcomes,
                policy,
                List.of(Question.uniform("on-policy", policy, 1, 0, 1)),
                IntStream.range(0, FEATURES)
                        .mapToObj(j -> "near " + (STATES - 1 - SPACING * j))
                        .toList(),
                features,
                start);
    }
}
