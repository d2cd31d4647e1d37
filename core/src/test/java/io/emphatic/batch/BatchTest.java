package io.emphatic.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Close;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.EtdBeta;
import io.emphatic.Experience;
import io.emphatic.GradientTd;
import io.emphatic.Gtd;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.Pgtd2;
import io.emphatic.PlainLearners;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.Tdrc;
import io.emphatic.WisEtd;
import io.emphatic.WisGtd;
import io.emphatic.WisTd;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BatchTest {
    private static final double[] STEP_SIZES = {1e-4, 0.01, 0.1, 0.5, 2, 30};
    private static final double[] ETAS = {0, 0.0625, 1, 16};

    /** The algorithms whose learners can share a trace, with each kind of features. */
    static Stream<Arguments> sharingAlgorithmsAndKinds() {
        return Algorithms.all().stream()
                .filter(algorithm -> algorithm.family() == Family.ONE_TRACE || algorithm.family() == Family.GRADIENT)
                .flatMap(algorithm -> Stream.of(Experience.Kind.values()).map(kind -> Arguments.of(algorithm, kind)));
    }

    /** Every combination of step sizes, schedules among them, and η that the algorithm knows. */
    private static List<Config> configs(Algorithm algorithm) {
        List<Map<String, Double>> settings = new ArrayList<>(List.of(new LinkedHashMap<>()));
        if (has(algorithm, "step_size")) {
            settings.clear();
            for (double stepSize : STEP_SIZES) {
                settings.add(new LinkedHashMap<>(Map.of("step_size", stepSize)));
            }
            settings.add(new LinkedHashMap<>(Map.of("c1", 1.0, "c2", 20.0)));
        }
        if (has(algorithm, "eta")) {
            List<Map<String, Double>> crossed = new ArrayList<>();
            for (Map<String, Double> setting : settings) {
                for (double eta : ETAS) {
                    Map<String, Double> both = new LinkedHashMap<>(setting);
                    both.put("eta", eta);
                    crossed.add(both);
                }
            }
            settings = crossed;
        }
        return settings.stream().map(algorithm::configure).toList();
    }

    private static boolean has(Algorithm algorithm, String parameter) {
        return algorithm.parameters().stream().anyMatch(p -> p.name().equals(parameter));
    }

    @ParameterizedTest
    @MethodSource("sharingAlgorithmsAndKinds")
    void aLearnerOfABatchEqualsTheSingleLearnerAndDivergesAtTheSameStep(Algorithm algorithm, Experience.Kind kind) {
        int diverged = 0;
        for (int seed = 0; seed < 6; seed++) {
            boolean binary = kind == Experience.Kind.BINARY;
            int size = 1 + seed * 2;
            Experience experience =
                    Experience.random(new Random(seed), new Experience.Shape(500, size, false, 0.05, binary));
            double[] initial = new Random(seed).doubles(size, -1, 1).toArray();
            diverged += assertEqual(algorithm, experience, kind, initial, 1e-12);
        }
        assertThat(diverged).as("settings that diverge").isPositive();
    }

    @ParameterizedTest
    @MethodSource("sharingAlgorithmsAndKinds")
    void aLearnerOfABatchOfManyFeaturesEqualsTheSingleLearnerOnItsEngine(Algorithm algorithm, Experience.Kind kind) {
        boolean binary = kind == Experience.Kind.BINARY;
        Experience experience = Experience.random(new Random(9), new Experience.Shape(150, 90, false, 0.05, binary));
        assertEqual(algorithm, experience, kind, new double[90], 1e-9);
    }

    /** Returns how many diverged. */
    private static int assertEqual(
            Algorithm algorithm, Experience experience, Experience.Kind kind, double[] initial, double tolerance) {
        List<Config> configs = configs(algorithm);
        Batch batch = Batch.of(configs).batch(initial);
        assertThat(batch).as("shares one trace").isInstanceOf(LaneBatch.class);
        List<Learner> plain = configs.stream().map(c -> c.learner(initial)).toList();
        Features probe = experience.rows().get(3).features(kind);
        double[] predictions = new double[configs.size()];
        int[] played = {0};
        experience.play(kind, t -> {
            batch.update(t);
            plain.forEach(learner -> learner.update(t));
            // Asking at odd times must not change anything.
            if (++played[0] % 37 == 0) {
                batch.predict(probe, predictions);
                for (int k = 0; k < predictions.length; k++) {
                    assertThat(predictions[k]).isCloseTo(probe.dot(batch.weights(k)), withinPercentage(1e-6));
                }
            }
        });
        int diverged = 0;
        for (int k = 0; k < configs.size(); k++) {
            assertThat(batch.divergedAt(k).orElse(-2))
                    .as("%s", configs.get(k))
                    .isCloseTo(plain.get(k).divergedAt().orElse(-2), within(1L));
            diverged += batch.divergedAt(k).isPresent() ? 1 : 0;
            if (batch.divergedAt(k).isEmpty()) {
                assertClose(batch.weights(k), plain.get(k).weights(), configs.get(k), tolerance);
            }
        }
        return diverged;
    }

    /** Equal to the tolerance, relative to the largest weight: each engine adds up in another order. */
    private static void assertClose(double[] actual, double[] expected, Config config, double tolerance) {
        double largest = Math.max(1, PlainLearners.largest(expected));
        for (int j = 0; j < actual.length; j++) {
            assertThat(actual[j]).as("%s", config).isCloseTo(expected[j], within(tolerance * largest));
        }
    }

    @Test
    void aTraceThatPassesTheLimitTakesEveryLearnerWithItAtTheSameStep() {
        List<Config> configs = List.of(new Td(1e-9), new Td(1e-3));
        Batch batch = Batch.of(configs).batch(new double[1]);
        List<Learner> plain = configs.stream().map(c -> c.learner(1)).toList();
        Transition t = new Transition();
        t.start(Features.dense(1), 1, 1);
        for (int k = 0; k < 700; k++) {
            t.ratio(8);
            t.arrive(0, Features.dense(1), 1, 1, 1);
            batch.update(t);
            plain.forEach(learner -> learner.update(t));
        }
        assertThat(batch.divergedAt(0)).isPresent().isEqualTo(plain.get(0).divergedAt());
        assertThat(batch.divergedAt(1)).isPresent().isEqualTo(plain.get(1).divergedAt());
        assertThat(batch.weights(0)).isEqualTo(plain.get(0).weights());
        assertThat(batch.weights(1)).isEqualTo(plain.get(1).weights());
    }

    /** The products of a refused δ or a refused w would overflow, and 0 · ∞ is not a number. */
    @Test
    void aLearnerThatRefusedAStepIsNotTouchedByTheProductsOfThatStep() {
        List<Config> halfStep = List.of(new Pgtd2(StepSize.constant(1.0), 1), new Pgtd2(StepSize.constant(1e-200), 1));
        Batch first = Batch.of(halfStep).batch(new double[1]);
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        t.ratio(1);
        t.arrive(1e90, Features.dense(1), 0, 0, 1);
        first.update(t);
        double[] before = first.weights(0);
        t.start(Features.dense(1e80), 0, 1);
        for (int k = 0; k < 3; k++) {
            t.ratio(1);
            t.arrive(0, Features.dense(1e80), 0.5, 0, 1); // δ = 1e170, eᵀe = 1e160
            first.update(t);
        }
        assertThat(first.divergedAt(0)).hasValue(1);
        assertThat(first.weights(0)).isEqualTo(before);
        assertThat(first.divergedAt(1)).isEmpty();

        List<Config> shrinking =
                List.of(new Tdrc(StepSize.constant(1e305), 1, 1), new Tdrc(StepSize.constant(1e-3), 1, 1));
        Batch second = Batch.of(shrinking).batch(new double[1]);
        t.start(Features.dense(1), 0, 1);
        t.ratio(1);
        t.arrive(1e-300, Features.dense(1), 0.5, 0, 1);
        second.update(t);
        before = second.weights(0);
        for (int k = 0; k < 3; k++) {
            t.ratio(1);
            t.arrive(1e-300, Features.dense(1), 0.5, 0, 1); // k w = −1e305 · 1e5
            second.update(t);
        }
        assertThat(second.divergedAt(0)).hasValue(1);
        assertThat(second.weights(0)).isEqualTo(before);
        assertThat(second.divergedAt(1)).isEmpty();
    }

    @Test
    void aLearnerThatDivergesBeforeTheTraceDoesSoAtItsOwnStep() {
        List<Config> configs = List.of(new Td(1.0), new Td(1e-300));
        Batch batch = Batch.of(configs).batch(new double[1]);
        List<Learner> plain = configs.stream().map(c -> c.learner(1)).toList();
        Transition t = new Transition();
        t.start(Features.dense(1), 1, 1);
        for (int k = 0; k < 70; k++) {
            t.ratio(k == 64 || k == 66 ? 1e60 : 1);
            t.arrive(k == 64 ? 1e60 : 0, Features.dense(1), 1, 1, 1);
            batch.update(t);
            plain.forEach(learner -> learner.update(t));
        }
        assertThat(plain.get(0).divergedAt()).hasValue(64);
        assertThat(batch.divergedAt(0)).hasValue(64);
        assertThat(batch.weights(0)).isEqualTo(plain.get(0).weights());
        assertThat(plain.get(1).divergedAt()).hasValue(66);
        assertThat(batch.divergedAt(1)).hasValue(66);
        assertThat(batch.weights(1)).isEqualTo(plain.get(1).weights());
    }

    @Test
    void aLearnerThatDivergedKeepsItsStepOfDivergenceWhenTheTraceOfAllPassesTheLimitLater() {
        for (List<Config> configs : List.of(
                List.<Config>of(new Td(1.0), new Td(1e-300)),
                List.<Config>of(new Gtd(StepSize.constant(1.0), 1), new Gtd(StepSize.constant(1e-300), 1)))) {
            Batch batch = Batch.of(configs).batch(new double[1]);
            Transition t = new Transition();
            t.start(Features.dense(1), 1, 1);
            for (int k = 0; k < 20; k++) {
                t.ratio(k >= 10 ? 1e40 : 1);
                t.arrive(k == 3 ? 9e99 : 0, Features.dense(1), 1, 1, 1);
                batch.update(t);
            }
            assertThat(batch.divergedAt(0)).hasValue(3);
            assertThat(batch.divergedAt(1)).isPresent();
            assertThat(batch.divergedAt(1).getAsLong()).isGreaterThan(10);
        }
    }

    @Test
    void aLearnerThatDivergedWithAScheduleStaysAsItWasWhileTheOthersGoOn() {
        for (List<Config> configs : List.of(
                List.<Config>of(
                        new Td(StepSize.decaying(4, 1), Limits.NONE), new Td(StepSize.decaying(1e-99, 2), Limits.NONE)),
                List.<Config>of(new Gtd(StepSize.decaying(1, 1), 1), new Gtd(StepSize.decaying(1e-110, 2), 1)),
                List.<Config>of(
                        new Tdrc(StepSize.decaying(1, 1), 1, 1), new Tdrc(StepSize.decaying(1e-110, 2), 1, 1)))) {
            Batch batch = Batch.of(configs).batch(new double[] {1});
            double[] before = batch.weights(0);
            Transition t = new Transition();
            t.start(Features.dense(1), 0, 1);
            for (int k = 0; k < 20; k++) {
                if (batch.divergedAt(0).isEmpty()) {
                    before = batch.weights(0);
                }
                t.ratio(1);
                t.arrive(k == 3 ? 9e99 : 1, Features.dense(1), 0.5, 0, 1);
                batch.update(t);
            }
            assertThat(batch.divergedAt(0)).hasValue(3);
            assertThat(batch.weights(0)).isEqualTo(before);
            assertThat(batch.divergedAt(1)).as("%s", configs).isEmpty();
            assertThat(batch.weights(1)).isNotEqualTo(new double[] {1});
        }
    }

    @ParameterizedTest
    @EnumSource(Experience.Kind.class)
    void learnersOfABatchThatCannotShareATraceEqualTheSingleLearners(Experience.Kind kind) {
        List<Config> configs = List.of(
                new Td(0.1),
                new Etd(0.1),
                new EtdBeta(StepSize.constant(0.1), Limits.NONE, 0.3),
                new EtdBeta(StepSize.constant(0.1), Limits.NONE, 0.4),
                new WisTd(0.01, 5),
                new WisEtd(0.01, 5),
                new WisEtd(0.02, 5),
                new WisGtd(0.01, 5, 0.1),
                new Td(StepSize.constant(0.1), Limits.clip(0.01)));
        Experience experience = Experience.random(
                new Random(3), new Experience.Shape(200, 5, false, 0.05, kind == Experience.Kind.BINARY));
        Batch batch = Batch.of(configs).batch(new double[5]);
        List<Learner> plain = configs.stream().map(c -> c.learner(5)).toList();
        experience.play(kind, t -> {
            batch.update(t);
            plain.forEach(learner -> learner.update(t));
        });
        for (int k = 0; k < configs.size(); k++) {
            assertThat(batch.weights(k)).isEqualTo(plain.get(k).weights());
        }
    }

    /** Also with so many features that the single learners are on another engine. */
    @ParameterizedTest
    @EnumSource(Experience.Kind.class)
    void learnersWhoseStepsDoNotOvershootShareATrace(Experience.Kind kind) throws IOException {
        for (int size : new int[] {5, 80}) {
            List<Etd> configs = DoubleStream.of(1e-9, 0.1, 10)
                    .mapToObj(alpha -> new Etd(StepSize.constant(alpha), Limits.overshoot(0.1)))
                    .toList();
            Experience experience = Experience.random(
                    new Random(5), new Experience.Shape(200, size, false, 0.05, kind == Experience.Kind.BINARY));
            Batch batch = Batch.of(configs).batch(new double[size]);
            List<Learner> plain = configs.stream().map(c -> c.learner(size)).toList();
            assertThat(batch).isInstanceOf(OneTraceBatch.class);
            experience.play(kind, t -> {
                batch.update(t);
                plain.forEach(learner -> learner.update(t));
            });
            for (int k = 0; k < configs.size(); k++) {
                Close.assertClose(batch.weights(k), plain.get(k).weights(), 1e-12);
            }
            assertThat(plain.get(0).boundedSteps()).isZero();
            assertThat(plain.get(2).boundedSteps()).isGreaterThan(plain.get(1).boundedSteps());
            assertThat(plain.get(1).boundedSteps()).isPositive();

            var saved = new ByteArrayOutputStream();
            batch.write(new DataOutputStream(saved));
            Batch continued = Batch.of(configs).batch(new double[size]);
            continued.read(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
            experience.play(kind, 0, 20, t -> {
                batch.update(t);
                continued.update(t);
            });
            assertThat(continued.weights(1)).isEqualTo(batch.weights(1));
        }
    }

    @ParameterizedTest
    @MethodSource("sharingAlgorithmsAndKinds")
    void anUpdateGivesWhatWasPredictedBeforeIt(Algorithm algorithm, Experience.Kind kind) {
        Experience experience = Experience.random(
                new Random(21), new Experience.Shape(300, 13, false, 0.05, kind == Experience.Kind.BINARY));
        List<Config> configs = configs(algorithm);
        for (Batch.Maker maker : List.of(Batch.of(configs), Batch.plain(configs))) {
            Batch asked = maker.batch(new double[13]);
            Batch told = maker.batch(new double[13]);
            double[] before = new double[configs.size()];
            double[] given = new double[3 + configs.size()];
            experience.play(kind, t -> {
                asked.predict(t.phi(), before);
                asked.update(t);
                told.update(t, given, 3);
                assertThat(Arrays.copyOfRange(given, 3, given.length)).isEqualTo(before);
            });
            assertThat(given).startsWith(0, 0, 0);
            assertThat(before).as("something was predicted").isNotEqualTo(new double[before.length]);
        }
    }

    /** Some learners have diverged when the batch is written; a trace of 40 features lists those that are not zero. */
    @ParameterizedTest
    @MethodSource("sharingAlgorithmsAndKinds")
    void aBatchThatIsWrittenAndReadContinuesToTheBit(Algorithm algorithm, Experience.Kind kind) {
        for (int size : new int[] {3, 40}) {
            Experience experience = Experience.random(
                    new Random(size), new Experience.Shape(400, size, false, 0.05, kind == Experience.Kind.BINARY));
            List<Config> configs = configs(algorithm);
            for (Batch.Maker maker : List.of(Batch.of(configs), Batch.plain(configs))) {
                assertContinues(maker, experience, kind, new double[size]);
            }
        }
    }

    private static void assertContinues(
            Batch.Maker maker, Experience experience, Experience.Kind kind, double[] initial) {
        Batch whole = maker.batch(initial);
        Batch[] resumed = {maker.batch(initial)};
        int[] played = {0};
        experience.play(kind, t -> {
            whole.update(t);
            resumed[0].update(t);
            if (++played[0] % 90 == 0) {
                resumed[0] = copy(resumed[0], maker.batch(initial));
            }
        });
        assertThat(played[0]).as("steps after the first copy").isGreaterThan(180);
        for (int k = 0; k < whole.count(); k++) {
            assertThat(resumed[0].weights(k)).isEqualTo(whole.weights(k));
            assertThat(resumed[0].divergedAt(k)).isEqualTo(whole.divergedAt(k));
        }
    }

    @ParameterizedTest
    @MethodSource("sharingAlgorithmsAndKinds")
    void aBatchInWhichSomeHaveDivergedIsLikeANewOneWhenANewOneIsRead(Algorithm algorithm, Experience.Kind kind) {
        Experience experience = Experience.random(
                new Random(8), new Experience.Shape(300, 7, false, 0.05, kind == Experience.Kind.BINARY));
        List<Config> configs = new ArrayList<>(configs(algorithm));
        configs.add(algorithm.configure(Map.of("step_size", 1e6)));
        for (Batch.Maker maker : List.of(Batch.of(configs), Batch.plain(configs))) {
            Batch used = maker.batch(new double[7]);
            experience.play(kind, used::update);
            assertThat(IntStream.range(0, used.count()))
                    .anyMatch(k -> used.divergedAt(k).isPresent());
            Batch fresh = maker.batch(new double[7]);
            copy(fresh, used);
            experience.play(kind, t -> {
                fresh.update(t);
                used.update(t);
            });
            for (int k = 0; k < fresh.count(); k++) {
                assertThat(used.weights(k)).isEqualTo(fresh.weights(k));
                assertThat(used.divergedAt(k)).isEqualTo(fresh.divergedAt(k));
            }
        }
    }

    /** Written from one batch and read by the other, to the last byte. */
    private static Batch copy(Batch from, Batch to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            from.write(new DataOutputStream(bytes));
            ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
            to.read(new DataInputStream(in));
            assertThat(in.available()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return to;
    }

    @Test
    void anEmptyBatchAndAStepOfAnotherSizeAreRefused() {
        assertThatThrownBy(() -> Batch.of(List.of())).hasMessageContaining("at least one config");
        assertThatThrownBy(() -> Batch.of(List.of(new Td(0.1))).batch(new double[] {Double.NaN}))
                .hasMessageContaining("initial weight 0 is not a finite number");
        Batch batch = Batch.of(List.of(new Td(0.1))).batch(new double[2]);
        Transition t = new Transition();
        t.start(Features.dense(1, 2, 3), 0, 1);
        t.ratio(1);
        t.arrive(0, Features.none(3), 0, 0, 0);
        assertThatThrownBy(() -> batch.update(t)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batch.predict(Features.dense(1), new double[1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Moves along φₜ₊₁ whatever γₜ₊₁ is, as no rule of the registry does. */
    private record Arriving(StepSize stepSize, double eta) implements GradientTd {
        @Override
        public Algorithm algorithm() {
            return Algorithms.named("gtd");
        }

        @Override
        public GradientRule rule() {
            return (t, m) -> {
                for (int l = 0; l < m.alpha.length; l++) {
                    m.weightsAlongTrace[l] = m.alpha[l] * (m.delta[l] + m.secondaryDotPhi()[l]);
                    m.weightsAlongPhiNext[l] = 0.1 * m.alpha[l] * m.delta[l];
                    m.secondaryAlongPhiNext[l] = m.alphaW[l];
                }
            };
        }
    }

    @Test
    void aRuleMayMoveAlongTheNextFeaturesWhereTheDiscountIsZero() {
        List<GradientTd> configs =
                List.of(new Arriving(StepSize.constant(0.1), 1), new Arriving(StepSize.constant(0.02), 0.5));
        GradientBatch batch = new GradientBatch(configs, new double[4]);
        List<Learner> singles =
                configs.stream().map(config -> config.learner(4)).toList();
        Transition t = new Transition();
        t.start(Features.dense(1, 0, 0.5, 0), 0.9, 1);
        for (int step = 0; step < 20; step++) {
            t.ratio(1);
            Features next = Features.dense(step % 2, 0.5, step % 3, 1);
            t.arrive(1, next, step % 2 == 0 ? 0 : 0.9, 0.9, 1);
            batch.update(t);
            singles.forEach(single -> single.update(t));
        }
        for (int l = 0; l < 2; l++) {
            assertThat(batch.weights(l)).containsExactly(singles.get(l).weights(), within(1e-12));
        }
    }
}
