package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import io.emphatic.experience.DensePair;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates side by side do what a learner for each of them does. */
class LaneCandidatesTest {
    private static final int COUNT = ChoosingEngine.COUNT;

    /** An algorithm, a number of features, and which kinds of features follow one another. */
    record Case(String algorithm, int size, Mixture mixture, int seed) {}

    enum Mixture {
        DENSE,
        SPARSE,
        BINARY,
        ALL,
        STRETCHES;

        Kind kind(SplittableRandom random, Kind stretch) {
            return switch (this) {
                case DENSE -> Kind.DENSE;
                case SPARSE -> Kind.SPARSE;
                case BINARY -> Kind.BINARY;
                case ALL -> Kind.values()[random.nextInt(3)];
                case STRETCHES -> stretch;
            };
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
        Kind stretch = Kind.DENSE;
        for (int k = 0; k + 1 < rows.size(); k++) {
            Row row = rows.get(k);
            Row next = rows.get(k + 1);
            if (random.nextInt(40) == 0) {
                stretch = Kind.values()[random.nextInt(3)];
            }
            Kind kind = c.mixture().kind(random, stretch);
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
            phi[j] = (j + (int) (1e6 * row.mu())) % 5 == 0 || phi.length < 10 ? phi[j] : 0;
        }
        return new Row(phi, row.pi(), row.mu(), 0, 0, 0, 0, Fate.GOES_ON).features(kind);
    }

    private static double[] rates(Case c, double largest) {
        double[] alpha = new double[COUNT];
        Arrays.setAll(alpha, k -> largest * Math.scalb(1, k + 1 - COUNT) / c.size());
        return alpha;
    }

    /** Rounding grows with weights that grow: a candidate counts as long as it has not been this large. */
    private static final double TAME = 1e3;

    /** Candidates of one kind and what their last step said. */
    private static final class Played {
        final Candidates candidates;
        final double[] values = new double[COUNT];
        final double[] valuesNext = new double[COUNT];
        final boolean[] out = new boolean[COUNT];
        final int[] droppedAt = new int[COUNT];
        int steps;
        boolean refused;

        Played(Candidates candidates, double[] initialWeights) {
            this.candidates = candidates;
            candidates.reset(initialWeights);
        }

        void step(Transition t, double[] alpha) {
            boolean[] before = out.clone();
            double[] ofThoseIn = alpha.clone();
            for (int k = 0; k < COUNT; k++) {
                ofThoseIn[k] = out[k] ? 0 : alpha[k];
            }
            refused |= !candidates.step(t, ofThoseIn, values, valuesNext, out);
            steps++;
            for (int k = 0; k < COUNT; k++) {
                if (out[k] && !before[k]) {
                    droppedAt[k] = steps;
                }
            }
        }

        Map<String, double[]> saved() {
            Map<String, double[]> copy = new TreeMap<>();
            candidates.state().forEach((name, array) -> copy.put(name, array.clone()));
            candidates.saveOrder(copy);
            return copy;
        }

        /** Others that go on from what these have saved. */
        Played restored(Candidates fresh, int size) {
            Played other = new Played(fresh, new double[size]);
            fresh.load(saved());
            System.arraycopy(out, 0, other.out, 0, COUNT);
            return other;
        }
    }

    private static double[] initial(Case c) {
        return new SplittableRandom(c.seed()).doubles(c.size()).toArray();
    }

    private static void assertClose(double[] actual, double[] expected, boolean[] tame) {
        for (int k = 0; k < actual.length; k++) {
            tame[k] &= Math.abs(expected[k]) < TAME;
            if (tame[k]) {
                assertThat(actual[k])
                        .as("candidate " + k)
                        .isCloseTo(expected[k], within((k < 17 ? 1e-10 : 1e-8) * (1 + Math.abs(expected[k]))));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void learnsAsALearnerForEachStepSizeDoes(Case c) {
        Played lanes = new Played(lanes(c.algorithm(), c.size()), initial(c));
        Played separate = new Played(separate(c.algorithm(), c.size()), initial(c));
        double[] alpha = rates(c, 1);
        boolean[] tame = new boolean[COUNT];
        Arrays.fill(tame, true);
        play(c, 400, 1.3, (t, random) -> {
            lanes.step(t, alpha);
            separate.step(t, alpha);
            assertThat(lanes.refused || separate.refused).isFalse();
            assertClose(lanes.values, separate.values, tame);
            if (t.gammaNext() != 0) {
                assertClose(lanes.valuesNext, separate.valuesNext, tame);
            }
            int k = random.nextInt(COUNT);
            double expected = separate.candidates.predict(k, t.phi());
            if (tame[k]) {
                assertThat(lanes.candidates.predict(k, t.phi()))
                        .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            }
            assertThat(lanes.candidates.followOn(k)).isEqualTo(Double.valueOf(separate.candidates.followOn(k)));
            assertThat(lanes.candidates.emphasis(k)).isEqualTo(Double.valueOf(separate.candidates.emphasis(k)));
        });
        assertThat(lanes.steps).isGreaterThan(300);
        int compared = 0;
        for (int k = 0; k < COUNT; k++) {
            if (tame[k]) {
                double[] weights = separate.candidates.weights(k);
                double largest = Arrays.stream(weights).map(Math::abs).max().orElseThrow();
                assertThat(lanes.candidates.weights(k)).containsExactly(weights, within(1e-9 * (1 + largest)));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(COUNT / 2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aCandidateThatDivergesDropsOutWhenALearnerWouldAndKeepsItsWeights(Case c) {
        Played lanes = new Played(lanes(c.algorithm(), c.size()), initial(c));
        Played separate = new Played(separate(c.algorithm(), c.size()), initial(c));
        double[] alpha = new double[COUNT];
        Arrays.setAll(alpha, k -> Math.pow(10, 0.25 * (k - 9)));
        double[][] weights = new double[COUNT][];
        play(c, 300, 2, (t, random) -> {
            if (!separate.refused && !lanes.refused) {
                lanes.step(t, alpha);
                separate.step(t, alpha);
                for (int k = 0; k < COUNT; k++) {
                    if (lanes.droppedAt[k] == lanes.steps) {
                        weights[k] = lanes.candidates.weights(k);
                    }
                }
            }
        });
        int dropped = 0;
        for (int k = 0; k < COUNT; k++) {
            if (lanes.out[k] && separate.out[k]) {
                // rounding decides where weights pass the limit, steps that change nothing may lie between
                assertThat(lanes.droppedAt[k]).as("candidate " + k).isCloseTo(separate.droppedAt[k], within(3));
                double largest = Arrays.stream(weights[k]).map(Math::abs).max().orElseThrow();
                assertThat(lanes.candidates.weights(k)).containsExactly(weights[k], within(1e-9 * largest));
                dropped++;
            }
        }
        assertThat(dropped > 0 || c.size() == 1).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void goesOnToTheBitFromWhatWasSavedAtAnyStep(Case c) {
        Played lanes = new Played(lanes(c.algorithm(), c.size()), initial(c));
        Played[] restored = new Played[1];
        double[] alpha = rates(c, c.size()); // up to 1: TDRC keeps nothing of w then
        play(c, 300, 1.3, (t, random) -> {
            if (random.nextInt(30) == 0) {
                restored[0] = lanes.restored(lanes(c.algorithm(), c.size()), c.size());
            }
            lanes.step(t, alpha);
            if (restored[0] != null) {
                restored[0].step(t, alpha);
                assertThat(restored[0].values).isEqualTo(lanes.values);
                assertThat(restored[0].valuesNext).isEqualTo(lanes.valuesNext);
                int k = random.nextInt(COUNT);
                assertThat(restored[0].candidates.weights(k)).isEqualTo(lanes.candidates.weights(k));
            }
        });
        Map<String, double[]> saved = lanes.saved();
        restored[0].saved().forEach((name, array) -> assertThat(array).as(name).isEqualTo(saved.get(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtd", "htd", "true-online-td", "true-online-etd"})
    void learnsTheSameFromFeaturesThatAreFilledAgain(String algorithm) {
        Case c = new Case(algorithm, 6, Mixture.DENSE, 3);
        Played lanes = new Played(lanes(algorithm, 6), initial(c));
        Played reused = new Played(lanes(algorithm, 6), initial(c));
        DensePair pair = new DensePair(6);
        SplittableRandom random = new SplittableRandom(5);
        Transition t = new Transition();
        Transition again = new Transition();
        Features here = null;
        for (int k = 0; k < 200; k++) {
            double[] phi = random.doubles(6).toArray();
            Features next = pair.next(here, phi);
            if (k % 50 == 0) {
                t.start(Features.dense(phi), 0.8, 1);
                again.start(next, 0.8, 1);
            } else {
                double rho = random.nextDouble(2);
                double reward = random.nextDouble();
                t.ratio(rho);
                again.ratio(rho);
                t.arrive(reward, Features.dense(phi), 0.9, 0.8, 1);
                again.arrive(reward, next, 0.9, 0.8, 1);
                lanes.step(t, rates(c, 0.3));
                reused.step(again, rates(c, 0.3));
                assertThat(reused.values).isEqualTo(lanes.values);
            }
            here = next;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtd", "htd", "true-online-td", "true-online-etd"})
    void aStepThatNoCandidateCanTakeChangesNothing(String algorithm) {
        Case c = new Case(algorithm, 4, Mixture.DENSE, 3);
        Played lanes = new Played(lanes(algorithm, 4), initial(c));
        play(c, 50, 1, (t, random) -> lanes.step(t, rates(c, 0.3)));
        Map<String, double[]> saved = lanes.saved();
        Transition t = new Transition();
        t.start(Features.dense(1e150, 0, 0, 0), 0.8, 1);
        t.ratio(1);
        t.arrive(1, Features.dense(1, 1, 1, 1), 0.9, 0.8, 1);
        lanes.step(t, rates(c, 0.3));
        assertThat(lanes.refused).isTrue();
        assertThat(lanes.out).containsOnly(false);
        lanes.saved().forEach((name, array) -> assertThat(array).as(name).isEqualTo(saved.get(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtd", "true-online-td"})
    void whatDoesNotFitIsRefusedWithASentence(String algorithm) {
        Candidates lanes = lanes(algorithm, 4);
        Candidates separate = separate(algorithm, 4);
        separate.reset(new double[4]);
        assertThatThrownBy(() -> lanes.load(separate.state()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it was saved by a version with a learner for each step size, from which this one cannot"
                        + " go on; learn from the log again");
        lanes.reset(new double[4]);
        for (String name : lanes.state().keySet()) {
            Map<String, double[]> without = new TreeMap<>(lanes.state());
            without.remove(name);
            assertThatThrownBy(() -> lanes.load(without)).hasMessage("its " + name + " is missing");
        }
        Map<String, double[]> other = new TreeMap<>(lanes.state());
        other.put("features_now", new double[] {0, 1, 7, 1});
        assertThatThrownBy(() -> lanes.load(other)).hasMessage("entry 0 of its features_now is no index below 4: 7.0");
    }
}
