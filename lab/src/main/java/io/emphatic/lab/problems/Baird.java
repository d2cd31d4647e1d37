package io.emphatic.lab.problems;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The star of seven states: Baird (1995), "Residual algorithms"; in the form of Sutton &amp; Barto (2018), §11.2. Every
 * state is visited equally often.
 */
public final class Baird implements FiniteProblem {
    private static final int STATES = 7;
    private static final int FEATURES = 8;

    @Override
    public String name() {
        return "baird";
    }

    @Override
    public String summary() {
        return "the seven-state star: off-policy TD diverges although every value is zero";
    }

    @Override
    public String documentation() {
        return """
                Dashed leads to one of six upper states, solid to the seventh. The behaviour takes dashed with 6/7, the target
                always solid. γ = 0.99, λ = 0, interest 1, all rewards 0, so that every value is 0 and θ = 0 predicts it. Upper
                state k is valued 2θₖ + θ₈, the seventh θ₇ + 2θ₈. Learning starts at (1, 1, 1, 1, 1, 1, 10, 1).
                Baird (1995); in the form of Sutton & Barto (2018), §11.2.""";
    }

    @Override
    public Mdp mdp() {
        Outcome[] dashed = IntStream.range(0, STATES - 1)
                .mapToObj(to -> new Outcome(to, 1.0 / (STATES - 1), 0))
                .toArray(Outcome[]::new);
        Outcome[] solid = {new Outcome(STATES - 1, 1, 0)};
        Outcome[][][] outcomes = new Outcome[STATES][][];
        double[][] behaviour = new double[STATES][];
        double[][] target = new double[STATES][];
        double[][] features = new double[STATES][FEATURES];
        for (int s = 0; s < STATES; s++) {
            outcomes[s] = new Outcome[][] {dashed, solid};
            behaviour[s] = new double[] {6.0 / 7, 1.0 / 7};
            target[s] = new double[] {0, 1};
            features[s][s] = s < STATES - 1 ? 2 : 1;
            features[s][FEATURES - 1] = s < STATES - 1 ? 1 : 2;
        }
        double[] start = new double[STATES];
        Arrays.fill(start, 1.0 / STATES);
        return new Mdp(
                name(),
                Mdp.numbered("", STATES),
                List.of("dashed", "solid"),
                outcomes,
                behaviour,
                List.of(Question.uniform("solid", target, 0.99, 0, 1)),
                Mdp.numbered("φ", FEATURES),
                features,
                start);
    }

    @Override
    public double[] initialWeights() {
        return new double[] {1, 1, 1, 1, 1, 1, 10, 1};
    }
}
