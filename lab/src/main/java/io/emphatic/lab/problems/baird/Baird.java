package io.emphatic.lab.problems.baird;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The star of seven states: Baird (1995), "Residual algorithms"; in the form of Sutton &amp; Barto (2018), §11.2.
 *
 * <p>Dashed leads to one of the six upper states, each equally likely; solid to the seventh. The behaviour takes dashed
 * with 6/7 and solid with 1/7, so that every state is visited equally often; the target always takes solid. γ = 0.99,
 * rewards 0. Upper state k has feature k twice and feature 8 once; the seventh has feature 7 once and feature 8 twice.
 */
public final class Baird implements Problem {
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
        double[] start = constant(1.0 / STATES);
        return new Mdp(
                name(),
                IntStream.rangeClosed(1, STATES).mapToObj(String::valueOf).toList(),
                List.of("dashed", "solid"),
                outcomes,
                behaviour,
                List.of(new Question("solid", target, constant(0.99), constant(0), constant(1))),
                IntStream.rangeClosed(1, FEATURES).mapToObj(j -> "φ" + j).toList(),
                features,
                start);
    }

    private static double[] constant(double value) {
        double[] values = new double[STATES];
        Arrays.fill(values, value);
        return values;
    }

    @Override
    public double[] initialWeights() {
        return new double[] {1, 1, 1, 1, 1, 1, 10, 1};
    }
}
