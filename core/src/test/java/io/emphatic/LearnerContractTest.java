package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Shape;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract that every learner of the registry fulfils, on every engine. */
class LearnerContractTest {
    private static final int ROWS = 400;

    /** Those that pass a clock, a count or a learned follow-on from one episode to the next. */
    static final Set<String> REMEMBERING = Set.of("per-etd", "lc-etd", "fhat-etd", "gem-etd");

    /** An algorithm with parameters at which every term of it has an effect, and its step size given or chosen. */
    record Subject(Algorithm algorithm, boolean auto) {
        Family family() {
            return algorithm.family();
        }

        Config lively() {
            return lively(Map.of());
        }

        /** @param more other parameters; a step size is ignored where it is chosen from the data */
        Config lively(Map<String, Double> more) {
            Map<String, Double> parameters = new HashMap<>(Map.of(
                    "step_size",
                    0.01,
                    "beta",
                    0.6,
                    "horizon",
                    3.0,
                    "zeta",
                    0.7,
                    "psi0",
                    1.1,
                    "psi_max",
                    3.0,
                    "eta",
                    0.7,
                    "regularization",
                    0.8,
                    "trace_cap",
                    0.9,
                    "ratio_cap",
                    1.7));
            parameters.put("ridge", 0.05);
            parameters.put("kind", 1.0);
            parameters.put("period", 2.0);
            parameters.put("bound", 0.1);
            parameters.put("usage_decay", 0.02);
            parameters.put("initial_usage", 30.0);
            parameters.put("secondary_step_size", 0.007);
            parameters.putAll(more);
            if (auto) {
                parameters.keySet().removeAll(List.of("c1", "c2"));
                parameters.put("step_size", Parameter.AUTO);
            }
            parameters
                    .keySet()
                    .retainAll(
                            algorithm.parameters().stream().map(Parameter::name).toList());
            return algorithm.configure(parameters);
        }

        /** The same with a decaying step size, and with all limits if the algorithm has them. */
        Config limited() {
            return lively(Map.of(
                    "clip", 0.05, "radius", 0.1, "overshoot", 0.05, "step_size", Double.NaN, "c1", 2.0, "c2", 150.0));
        }

        @Override
        public String toString() {
            return algorithm.name() + (auto ? " (auto)" : "");
        }
    }

    static Stream<Algorithm> algorithms() {
        return Algorithms.all().stream();
    }

    /** The algorithms that can be clipped and projected. */
    static Stream<Algorithm> oneTraceAlgorithms() {
        return algorithms().filter(LearnerContractTest::hasLimits);
    }

    private static boolean hasLimits(Algorithm algorithm) {
        return algorithm.parameters().stream().map(Parameter::name).anyMatch("clip"::equals);
    }

    static Stream<Algorithm> algorithmsWithStepSize() {
        return algorithms()
                .filter(algorithm ->
                        algorithm.parameters().stream().map(Parameter::name).anyMatch("step_size"::equals));
    }

    /** The algorithms whose only memory across episodes is the weights. */
    static Stream<Algorithm> algorithmsWithOneWeightVector() {
        return algorithmsWithStepSize()
                .filter(algorithm -> algorithm.family() != Family.GRADIENT && !REMEMBERING.contains(algorithm.name()));
    }

    static Stream<Algorithm> algorithmsThatForget() {
        return algorithms().filter(algorithm -> !REMEMBERING.contains(algorithm.name()));
    }

    static Stream<Arguments> algorithmsAndKinds() {
        return withKinds(algorithms());
    }

    static Stream<Arguments> oneTraceAlgorithmsAndKinds() {
        return withKinds(oneTraceAlgorithms());
    }

    /** Every algorithm, and again with its step size chosen from the data if it has any. */
    static Stream<Subject> subjects() {
        return algorithms()
                .flatMap(algorithm -> algorithm.parameters().stream().anyMatch(Parameter::canBeAuto)
                        ? Stream.of(new Subject(algorithm, false), new Subject(algorithm, true))
                        : Stream.of(new Subject(algorithm, false)));
    }

    static Stream<Subject> subjectsWithLimits() {
        return subjects().filter(subject -> hasLimits(subject.algorithm));
    }

    static Stream<Arguments> subjectsAndKinds() {
        return withKinds(subjects());
    }

    static Stream<Arguments> subjectsWithStepSizeAndKinds() {
        return withKinds(subjects().filter(subject -> subject.family() != Family.LEAST_SQUARES));
    }

    private static <T> Stream<Arguments> withKinds(Stream<T> tested) {
        return tested.flatMap(a -> Stream.of(Kind.values()).map(k -> Arguments.of(a, k)));
    }

    static Config lively(Algorithm algorithm) {
        return new Subject(algorithm, false).lively();
    }

    static Config lively(Algorithm algorithm, Map<String, Double> more) {
        return new Subject(algorithm, false).lively(more);
    }

    /** Above 64 features sparse ones take another path than dense ones. */
    static Experience log(long seed, Kind kind, int size) {
        return Experience.random(new SplittableRandom(seed), new Shape(ROWS, size, false, 0.03, kind == Kind.BINARY));
    }

    static double[] learned(Algorithm algorithm, Experience log, Kind kind) {
        return learned(lively(algorithm), log, kind);
    }

    static double[] learned(Config config, Experience log, Kind kind) {
        Learner learner = config.learner(log.size());
        log.play(kind, learner::update);
        return learner.weights();
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("subjectsAndKinds")
    void aLearnerRestoredFromASnapshotContinuesToTheBit(Subject subject, Kind kind, @TempDir Path folder)
            throws IOException {
        for (int size : new int[] {5, 70}) {
            Experience log = log(31, kind, size);
            Learner uninterrupted = subject.lively().learner(size);
            log.play(kind, uninterrupted::update);

            for (int stop : new int[] {0, 1, 57, 200, ROWS}) {
                Learner first = subject.lively().learner(size);
                log.play(kind, 0, stop, first::update);
                Path file = folder.resolve("learner.snapshot");
                first.snapshot().write(file);
                Learner second = Snapshot.read(file).restore();
                assertThat(second.weights()).isEqualTo(first.weights());
                log.play(kind, stop, ROWS, second::update);

                assertThat(second.weights()).isEqualTo(uninterrupted.weights());
                assertThat(second.steps()).isEqualTo(uninterrupted.steps());
                assertThat(second.config()).isEqualTo(uninterrupted.config());
                assertThat(bytes(second)).isEqualTo(bytes(uninterrupted));
            }
        }
    }

    /** Steps without an increment are where a projection could be done twice. */
    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("subjectsWithStepSizeAndKinds")
    void aLearnerWithLimitsAndScheduleRestoredFromASnapshotContinuesToTheBit(Subject subject, Kind kind)
            throws IOException {
        for (int size : new int[] {5, 70}) {
            for (long seed = 1; seed <= 10; seed++) {
                Experience log = log(seed, kind, size);
                Learner uninterrupted = subject.limited().learner(size);
                log.play(kind, uninterrupted::update);
                Learner interrupted = subject.limited().learner(size);
                for (int k = 0; k < ROWS; k += 50) {
                    log.play(kind, k, k + 50, interrupted::update);
                    interrupted = interrupted.snapshot().restore();
                }
                assertThat(bytes(interrupted)).isEqualTo(bytes(uninterrupted));
            }
        }
    }

    private static byte[] bytes(Learner learner) throws IOException {
        var out = new ByteArrayOutputStream();
        learner.snapshot().write(out);
        return out.toByteArray();
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("subjectsAndKinds")
    void aResetLearnerEqualsANewLearner(Subject subject, Kind kind) throws IOException {
        double[] initial = new double[70];
        Arrays.setAll(initial, j -> 0.01 * j);
        Experience log = log(41, kind, 70);
        Learner used = subject.lively().learner(initial);
        log.play(kind, used::update);
        used.reset();
        Learner fresh = subject.lively().learner(initial);
        assertThat(bytes(used)).isEqualTo(bytes(fresh));
        assertThat(used.tdError()).isNaN();

        log.play(kind, used::update);
        log.play(kind, fresh::update);
        assertThat(bytes(used)).isEqualTo(bytes(fresh));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void aLearnerStartsFromTheInitialWeights(Subject subject) {
        double[] initial = {1, -2, 3};
        Learner learner = subject.lively().learner(initial);
        initial[0] = 99;

        assertThat(learner.weights()).containsExactly(1, -2, 3);
        assertThat(learner.predict(Features.dense(1, 1, 2))).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void predictingChangesNothing(Subject subject) throws IOException {
        Experience log = log(51, Kind.DENSE, 5);
        Learner quiet = subject.lively().learner(5);
        Learner asked = subject.lively().learner(5);
        log.play(Kind.DENSE, quiet::update);
        log.play(Kind.DENSE, t -> {
            double before = asked.predict(t.phi());
            assertThat(asked.predict(t.phi())).isEqualTo(before);
            asked.predict(t.phiNext());
            asked.update(t);
        });
        assertThat(bytes(asked)).isEqualTo(bytes(quiet));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void aPredictionIsTheInnerProductOfWeightsAndFeatures(Subject subject) {
        Experience log = log(52, Kind.DENSE, 5);
        Learner learner = subject.lively().learner(5);
        log.play(Kind.DENSE, learner::update);
        double[] phi = {0.3, -1, 2, 0, 0.7};
        assertThat(learner.predict(Features.dense(phi)))
                .isCloseTo(Reference.dot(learner.weights(), phi), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void weightsAreACopy(Subject subject) {
        Experience log = log(53, Kind.DENSE, 5);
        Learner learner = subject.lively().learner(5);
        log.play(Kind.DENSE, learner::update);
        double[] before = learner.weights();
        Arrays.fill(learner.weights(), 7);
        assertThat(learner.weights()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void twoLearnersDoNotDisturbEachOther(Subject subject) throws IOException {
        List<Learner> together = new ArrayList<>();
        Experience log = log(54, Kind.SPARSE, 70);
        Config config = subject.lively();
        together.add(config.learner(70));
        together.add(config.learner(70));
        log.play(Kind.SPARSE, t -> together.forEach(learner -> learner.update(t)));
        assertThat(bytes(together.get(0))).isEqualTo(bytes(together.get(1)));
        assertThat(together.get(0).weights()).isEqualTo(learned(subject.lively(), log, Kind.SPARSE));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void tdErrorIsThatOfTheLastStep(Subject subject) {
        Experience log = log(55, Kind.DENSE, 5);
        Learner learner = subject.lively().learner(5);
        assertThat(learner.tdError()).isNaN();
        log.play(Kind.DENSE, t -> {
            double expected = t.reward() + t.gammaNext() * learner.predict(t.phiNext()) - learner.predict(t.phi());
            learner.update(t);
            if (subject.family() == Family.LEAST_SQUARES) {
                assertThat(learner.tdError()).isNaN();
            } else {
                assertThat(learner.tdError()).isCloseTo(expected, within(1e-12));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void followOnAndEmphasisAreThoseOfTheLastStepOrNaN(Subject subject) {
        Experience log = log(56, Kind.DENSE, 5);
        Learner learner = subject.lively().learner(5);
        boolean emphatic = subject.algorithm().name().contains("etd")
                || subject.algorithm().name().equals("elstd");
        log.play(Kind.DENSE, t -> {
            learner.update(t);
            if (emphatic) {
                double expected = t.lambda() * t.interest() + (1 - t.lambda()) * learner.followOn();
                boolean learned = subject.family() == Family.OWN;
                boolean averaged = subject.algorithm().name().equals("lc-etd");
                assertThat(learner.followOn()).isGreaterThanOrEqualTo(learned || averaged ? -100 : t.interest());
                assertThat(learner.emphasis()).isCloseTo(expected, within(averaged ? 100.0 : 0));
            } else {
                assertThat(learner.followOn()).isNaN();
                assertThat(learner.emphasis()).isNaN();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void aTransitionThatDoesNotFitIsRefusedAndChangesNothing(Subject subject) throws IOException {
        Experience log = log(57, Kind.DENSE, 5);
        Learner learner = subject.lively().learner(5);
        log.play(Kind.DENSE, learner::update);
        byte[] before = bytes(learner);

        Transition unfinished = new Transition();
        unfinished.start(Features.none(5), 0, 1);
        assertThatThrownBy(() -> learner.update(unfinished))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no whole step");

        Transition tooWide = new Transition();
        tooWide.start(Features.none(6), 0, 1);
        tooWide.action(0.5, 0.5);
        tooWide.arrive(0, Features.none(6), 0.9, 0, 1);
        assertThatThrownBy(() -> learner.update(tooWide)).hasMessageContaining("5 weights, the state 6 features");
        assertThatThrownBy(() -> learner.predict(Features.none(6)))
                .hasMessageContaining("5 weights, the state 6 features");

        assertThat(bytes(learner)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void initialWeightsMustBeFinite(Subject subject) {
        assertThatThrownBy(() -> subject.lively().learner(new double[] {0, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("initial weight 1 is not a finite number: NaN");
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void configsComeBackFromTheirParameters(Subject subject) {
        Config config = subject.lively();
        assertThat(subject.algorithm().configure(config.parameters())).isEqualTo(config);
        assertThat(config.parameters().keySet())
                .containsExactlyInAnyOrderElementsOf(subject.algorithm().parameters().stream()
                        .map(Parameter::name)
                        .toList());
        assertThat(config.algorithm()).isSameAs(subject.algorithm());
    }
}
