package io.emphatic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the tests of engines share: every algorithm that has more than one, and the plain one to compare with. */
public final class PlainLearners {
    /** For γ and λ: they differ from state to state, with zeros and ones among them. */
    public static final double[] MIXED = {0, 0.5, 0.9, 0.99, 1};

    public static final double[] ON_POLICY = {1};
    public static final double[] MODERATE = {0.5, 1.5, 1, 0.9};

    /** Mostly moderate, with mean near 1; now and then none at all, a tiny one, or a hundred. */
    public static final double[] WILD = wild();

    private PlainLearners() {}

    private static double[] wild() {
        double[] ratios = new double[400];
        Arrays.fill(ratios, 0.85);
        Arrays.fill(ratios, 0, 20, 0);
        Arrays.fill(ratios, 20, 40, 1e-7);
        Arrays.fill(ratios, 40, 80, 1.5);
        ratios[399] = 100;
        return ratios;
    }

    /** The names of the algorithms that have more than one engine. */
    public static List<String> names() {
        return Algorithms.all().stream()
                .filter(algorithm -> !(algorithm.configure(Map.of()) instanceof OwnEngine))
                .map(Algorithm::name)
                .toList();
    }

    public static Config config(String name, double alpha) {
        return Algorithms.named(name).configure(new HashMap<>(Map.of("step_size", alpha)));
    }

    /** A learner on the plain engine of its family, which does what the equations say. */
    public static Learner plainLearner(Config config, int size) {
        return plainLearner(config, new double[size]);
    }

    public static Learner plainLearner(Config config, double[] initialWeights) {
        return new OnlineLearner(config, config.sharedEngine(initialWeights.length), initialWeights);
    }

    public static boolean finite(double[] x) {
        return Arrays.stream(x).allMatch(Double::isFinite);
    }

    public static double largest(double[] x) {
        return Arrays.stream(x).map(Math::abs).max().orElseThrow();
    }
}
