package io.emphatic;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A log of steps for tests: rows as in the design, streams that end, are cut off or just stop, and one way to play them
 * to learners.
 */
public record Experience(List<Row> rows) {

    public enum Kind {
        DENSE,
        SPARSE,
        BINARY
    }

    public enum Fate {
        GOES_ON,
        TERMINATES,
        IS_CUT
    }

    /** One time step: what describes Sₜ and Aₜ, and the reward that followed. */
    public record Row(
            double[] phi,
            double pi,
            double mu,
            double reward,
            double gamma,
            double lambda,
            double interest,
            Fate fate) {

        public double rho() {
            return pi / mu;
        }

        public Features features(Kind kind) {
            int n = phi.length;
            int[] indices = IntStream.range(0, n).filter(j -> phi[j] != 0).toArray();
            return switch (kind) {
                case DENSE -> Features.dense(phi);
                case SPARSE ->
                    Features.sparse(
                            n,
                            indices,
                            Arrays.stream(indices).mapToDouble(j -> phi[j]).toArray());
                case BINARY -> Features.binary(n, indices);
            };
        }
    }

    public int size() {
        return rows.get(0).phi().length;
    }

    /** Plays every step that can be learned from. */
    public void play(Kind kind, Consumer<Transition> consumer) {
        play(kind, 0, rows.size(), consumer);
    }

    /** Plays the steps of rows from … to−1, with the transition as it is after the rows before. */
    public void play(Kind kind, int from, int to, Consumer<Transition> consumer) {
        play(kind, from, to, (t, row) -> t.action(row.pi(), row.mu()), consumer);
    }

    /** Plays every step with the ratios alone. */
    public void playRatios(Kind kind, Consumer<Transition> consumer) {
        play(kind, 0, rows.size(), (t, row) -> t.ratio(row.rho()), consumer);
    }

    private void play(Kind kind, int from, int to, BiConsumer<Transition, Row> act, Consumer<Transition> consumer) {
        Transition t = new Transition();
        boolean starts = true;
        for (int k = 0; k < to; k++) {
            Row row = rows.get(k);
            if (starts) {
                t.start(row.features(kind), row.lambda(), row.interest());
            }
            starts = row.fate() != Fate.GOES_ON;
            if (row.fate() == Fate.TERMINATES) {
                act.accept(t, row);
                t.arrive(row.reward(), Features.none(row.phi().length), 0, 0, 0);
            } else if (row.fate() == Fate.GOES_ON && k + 1 < rows.size()) {
                Row next = rows.get(k + 1);
                act.accept(t, row);
                t.arrive(row.reward(), next.features(kind), next.gamma(), next.lambda(), next.interest());
            } else {
                continue;
            }
            if (k >= from) {
                consumer.accept(t);
            }
        }
    }

    /** What can vary in a random stream. */
    public record Shape(int rows, int size, boolean onPolicy, double endProbability, boolean binary) {}

    /** A stream over a few random states whose γ, λ and i all differ, zeros and ones among them. */
    public static Experience random(RandomGenerator random, Shape shape) {
        int states = 7;
        double[][] phi = new double[states][shape.size()];
        double[] gamma = new double[states];
        double[] lambda = new double[states];
        double[] interest = new double[states];
        for (int s = 0; s < states; s++) {
            for (int j = 0; j < shape.size(); j++) {
                boolean on = random.nextDouble() < 0.4;
                phi[s][j] = !on ? 0 : shape.binary() ? 1 : random.nextGaussian();
            }
            gamma[s] = pick(random, 0, 0.5, 0.9, 0.99, 1);
            lambda[s] = pick(random, 0, 0.3, 0.9, 1);
            interest[s] = pick(random, 0, 1, 2.5);
        }
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < shape.rows(); k++) {
            int s = random.nextInt(states);
            double mu = 0.2 + 0.8 * random.nextDouble();
            double pi = shape.onPolicy() ? mu : random.nextInt(6) == 0 ? 0 : random.nextDouble();
            double u = random.nextDouble();
            Fate fate = u < shape.endProbability()
                    ? Fate.TERMINATES
                    : u < 2 * shape.endProbability() ? Fate.IS_CUT : Fate.GOES_ON;
            rows.add(new Row(phi[s], pi, mu, random.nextGaussian(), gamma[s], lambda[s], interest[s], fate));
        }
        return new Experience(rows);
    }

    private static double pick(RandomGenerator random, double... values) {
        return values[random.nextInt(values.length)];
    }
}
