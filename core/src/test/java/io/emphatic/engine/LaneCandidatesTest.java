package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Experience;
import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.Experience.Shape;
import io.emphatic.GradientTd;
import io.emphatic.TrueOnline;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Candidates side by side do what a learner for each of them does. */
class LaneCandidatesTest {
    private static final int COUNT = ChoosingEngine.COUNT;

    /** An algorithm, a number of features, and how random kinds of features follow one another. */
    record Case(String algorithm, int size, Mixture mixture, int seed) {}

    enum Mixture {
        DENSE(r -> Kind.DENSE),
        SPARSE(r -> Kind.SPARSE),
        BINARY(r -> Kind.BINARY),
        ALL(r -> Kind.values()[r.nextInt(3)]),
        STRETCHES(r -> null);

        final java.util.function.Function<SplittableRandom, Kind> kind;

        Mixture(java.util.function.Function<SplittableRandom, Kind> kind) {
            this.kind = kind;
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (String algorithm : List.of("gtd", "gtd2", "htd", "pgtd2", "tdrc", "true-online-td", "true-online-etd")) {
            for (Mixture mixture : Mixture.values()) {
                for (int size : new int[] {1, 4, 7, 64, 67, 150}) {
                    cases.add(new Case(algorithm, size, mixture, random.nextInt(1_000_000)));
                }
            }
        }
        return cases.stream();
    }

    private static Config config(String algorithm) {
        return Algorithms.named(algorithm).configure(Map.of("step_size", 0.1));
    }

    private static Candidates lanes(String algorithm, int size) {
        Config config = config(algorithm);
        return config instanceof GradientTd gradient
                ? new GradientCandidates(gradient.rule(), gradient.eta(), size)
                : new TrueOnlineCandidates(((TrueOnline) config).rule(), size);
    }

    private static Candidates separate(String algorithm, int size) {
        Config config = config(algorithm);
        return new SeparateCandidates(() -> config instanceof GradientTd gradient
                ? new GradientEngine(gradient.rule(), gradient.eta(), size)
                : new TrueOnlineEngine(((TrueOnline) config).rule(), size));
    }

    /** Plays a random log, of few active features where not all kinds are dense. */
    private static void play(Case c, int steps, double largestRatio, BiConsumer<Transition, SplittableRandom> step) {
        SplittableRandom random = new SplittableRandom(c.seed());
        List<Row> rows = Experience.random(
                        random, new Shape(steps, c.size(), false, 0.03, c.mixture() != Mixture.DENSE))
                .rows();
        Transition t = new Transition();
        boolean starts = true;
        Features here = null;
        Kind stretch = Kind.DENSE;
        for (int k = 0; k + 1 < rows.size(); k++) {
            Row row = rows.get(k);
            Row next = rows.get(k + 1);
            if (random.nextInt(40) == 0) {
                stretch = Kind.values()[random.nextInt(3)];
            }
            Kind kind = c.mixture() == Mixture.STRETCHES
                    ? stretch
                    : c.mixture().kind.apply(random);
            if (starts) {
                t.start(thinned(row, kind, c), row.lambda(), row.interest());
            }
            starts = row.fate() != Fate.GOES_ON;
            t.ratio(largestRatio * row.rho());
            if (row.fate() == Fate.TERMINATES) {
                t.arrive(row.reward(), Features.none(c.size()), 0, 0, 0);
            } else if (row.fate() == Fate.GOES_ON) {
                t.arrive(row.reward(), thinned(next, kind, c), next.gamma(), next.lambda(), next.interest());
            } else {
                continue;
            }
            step.accept(t, random);
        }
    }

    /** A tenth of the features, so that they are kept in a list. */
    private static Features thinned(Row row, Kind kind, Case c) {
        if (kind == Kind.DENSE) {
            return row.features(kind);
        }
        double[] phi = row.phi().clone();
        for (int j = 0; j < phi.length; j++) {
            phi[j] = (j + row.hashCode()) % 5 == 0 || phi.length < 10 ? phi[j] : 0;
        }
        return new Row(phi, row.pi(), row.mu(), 0, 0, 0, 0, Fate.GOES_ON).features(kind);
    }

    private static double[] rates(Case c, double largest) {
        double[] alpha = new double[COUNT];
        Arrays.setAll(alpha, k -> largest * Math.scalb(1, k + 1 - COUNT) / c.size());
        return alpha;
    }

    private static void assertClose(double[] actual, double[] expected, boolean[] out, double tolerance) {
        for (int k = 0; k < COUNT; k++) {
            if (!out[k]) {
                assertThat(actual[k])
                        .as("candidate " + k)
                        .isCloseTo(expected[k], within(tolerance * (1 + Math.abs(expected[k]))));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void learnsAsALearnerForEachStepSizeDoes(Case c) {
        Candidates lanes = lanes(c.algorithm(), c.size());
        Candidates separate = separate(c.algorithm(), c.size());
        double[] initial = new SplittableRandom(c.seed()).doubles(c.size()).toArray();
        lanes.reset(initial);
        separate.reset(initial);
        double[] alpha = rates(c, 1);
        double[] values = new double[COUNT];
        double[] valuesNext = new double[COUNT];
        double[] expected = new double[COUNT];
        double[] expectedNext = new double[COUNT];
        boolean[] out = new boolean[COUNT];
        boolean[] expectedOut = new boolean[COUNT];
        int[] steps = new int[1];
        play(c, 400, 1.3, (t, random) -> {
            assertThat(lanes.step(t, alpha, values, valuesNext, out)).isTrue();
            assertThat(separate.step(t, alpha, expected, expectedNext, expectedOut))
                    .isTrue();
            assertThat(out).isEqualTo(expectedOut);
            assertClose(values, expected, out, 1e-11);
            if (t.gammaNext() != 0) {
                assertClose(valuesNext, expectedNext, out, 1e-11);
            }
            int k = random.nextInt(COUNT);
            if (!out[k]) {
                double value = separate.predict(k, t.phi());
                assertThat(lanes.predict(k, t.phi())).isCloseTo(value, within(1e-11 * (1 + Math.abs(value))));
            }
            steps[0]++;
        });
        for (int k = 0; k < COUNT; k++) {
            if (!out[k]) {
                double[] weights = separate.weights(k);
                double size = Arrays.stream(weights).map(Math::abs).max().orElseThrow();
                assertThat(lanes.weights(k)).containsExactly(weights, within(1e-11 * (1 + size)));
            }
        }
        assertThat(steps[0]).isGreaterThan(300);
    }
}
