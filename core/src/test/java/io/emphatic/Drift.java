package io.emphatic;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.SplittableRandom;

/**
 * An endless seeded stream for tests of engines: a few states with features, γ, λ and i of their own, and ratios that
 * do whatever a test asks for.
 */
public final class Drift {

    /**
     * What differs from test to test.
     *
     * @param episode how many steps an episode lasts
     */
    public record Shape(
            int size, int active, Features kind, double[] gammas, double[] lambdas, double[] ratios, int episode) {
        Shape(int size, int active, Features kind, double[] gammas, double[] lambdas, double[] ratios) {
            this(size, active, kind, gammas, lambdas, ratios, 1009);
        }

        public enum Features {
            BINARY,
            SPARSE,
            DENSE,
            SPARSE_THEN_DENSE
        }
    }

    private static final int STATES = 60;

    private final Shape shape;
    private final SplittableRandom random;
    private final Features[] early = new Features[STATES];
    private final Features[] late = new Features[STATES];
    private final double[] gamma = new double[STATES];
    private final double[] lambda = new double[STATES];
    private final double[] interest = new double[STATES];
    private final double[] reward = new double[STATES];
    private final Transition t = new Transition();
    private long steps;

    public Drift(Shape shape, long seed) {
        this.shape = shape;
        this.random = new SplittableRandom(seed);
        for (int s = 0; s < STATES; s++) {
            int[] indices = random.ints(0, shape.size())
                    .distinct()
                    .limit(shape.active())
                    .toArray();
            double[] values = random.doubles(indices.length, -1, 1).toArray();
            double[] all = random.doubles(shape.size(), -1, 1).toArray();
            late[s] = Features.dense(all);
            early[s] = switch (shape.kind()) {
                case BINARY -> Features.binary(shape.size(), indices);
                case SPARSE, SPARSE_THEN_DENSE -> Features.sparse(shape.size(), indices, values);
                case DENSE -> late[s];
            };
            gamma[s] = pick(shape.gammas());
            lambda[s] = pick(shape.lambdas());
            interest[s] = s % 3 == 0 ? 0 : 0.5 + random.nextDouble();
            reward[s] = random.nextDouble() - 0.5;
        }
        int first = random.nextInt(STATES);
        t.start(features(first), lambda[first], interest[first]);
    }

    private double pick(double[] values) {
        return values[random.nextInt(values.length)];
    }

    private Features features(int state) {
        boolean isLate = shape.kind() == Shape.Features.SPARSE_THEN_DENSE && steps >= 500 && state % 2 == 0;
        return isLate ? late[state] : early[state];
    }

    /** The next step; always the same object. Now and then an episode ends. */
    public Transition next() {
        if (steps > 0 && steps % shape.episode() == 0) {
            int first = random.nextInt(STATES);
            t.start(features(first), lambda[first], interest[first]);
        }
        steps++;
        double rho = pick(shape.ratios());
        double mu = 0.2 + 0.8 * random.nextDouble();
        if (rho * mu <= 1) {
            t.action(rho * mu, mu);
        } else {
            t.action(1, 1 / rho);
        }
        int to = random.nextInt(STATES);
        if (steps % shape.episode() == 0) {
            t.arrive(reward[to], Features.none(shape.size()), 0, 0, 0);
        } else {
            t.arrive(reward[to], features(to), gamma[to], lambda[to], interest[to]);
        }
        return t;
    }

    /** The largest difference, as a fraction of the largest weight. */
    public static double distance(double[] x, double[] y) {
        double difference = 0;
        double scale = 0;
        for (int j = 0; j < x.length; j++) {
            difference = Math.max(difference, Math.abs(x[j] - y[j]));
            scale = Math.max(scale, Math.abs(y[j]));
            if (Double.isNaN(x[j]) || Double.isNaN(y[j])) {
                return Double.NaN;
            }
        }
        return difference / scale;
    }
}
