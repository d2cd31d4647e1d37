package io.emphatic;

import static io.emphatic.LearnerContractTest.learned;
import static io.emphatic.LearnerContractTest.lively;
import static io.emphatic.LearnerContractTest.log;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every learner of the registry against its equations written down plainly, whatever the kind of features. */
class LearnerEquationsTest {

    @ParameterizedTest
    @ValueSource(doubles = {2, 3})
    void everyKindOfLcEtdHasTheWeightsOfItsEquations(double kind) {
        Config config = lively(Algorithms.named("lc-etd"), Map.of("kind", kind));
        Experience log = LearnerContractTest.log(8, Kind.DENSE, 5);
        double[] expected = Reference.weights("lc-etd", config.parameters(), log);
        Close.assertClose(LearnerContractTest.learned(config, log, Kind.DENSE), expected, 1e-12);
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("io.emphatic.LearnerContractTest#algorithmsAndKinds")
    void aLearnerEqualsItsEquationsWrittenDownPlainly(Algorithm algorithm, Kind kind) {
        for (int size : new int[] {1, 2, 3, 4, 5, 70}) {
            for (long seed = 1; seed <= 5; seed++) {
                Experience log = log(seed, kind, size);
                Config config = lively(algorithm);
                Learner learner = config.learner(size);
                log.play(kind, learner::update);

                double[] expected = Reference.weights(algorithm.name(), config.parameters(), log);

                Close.assertClose(learner.weights(), expected, 1e-10);
                assertThat(learner.divergedAt()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithmsWithStepSize")
    void aLearnerWithADecayingStepSizeEqualsItsEquations(Algorithm algorithm) {
        Experience log = log(11, Kind.DENSE, 5);
        Config config = lively(algorithm, Map.of("step_size", Double.NaN, "c1", 2.0, "c2", 150.0));
        Learner learner = config.learner(5);
        log.play(Kind.DENSE, learner::update);

        Close.assertClose(learner.weights(), Reference.weights(algorithm.name(), config.parameters(), log), 1e-10);
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("io.emphatic.LearnerContractTest#oneTraceAlgorithmsAndKinds")
    void aLearnerWithLimitsEqualsItsEquations(Algorithm algorithm, Kind kind) {
        for (int size : new int[] {5, 70}) {
            Experience log = log(12, kind, size);
            Config free = lively(algorithm);
            double[] unlimited = Reference.weights(algorithm.name(), free.parameters(), log);
            for (Map<String, Double> limits : List.of(
                    Map.of("clip", 0.01),
                    Map.of("radius", 0.1),
                    Map.of("clip", 0.02, "radius", 0.15),
                    Map.of("overshoot", 0.03),
                    Map.of("overshoot", 0.05, "clip", 0.02, "radius", 0.15))) {
                Config config = lively(algorithm, limits);
                Learner learner = config.learner(size);
                log.play(kind, learner::update);

                double[] expected = Reference.weights(algorithm.name(), config.parameters(), log);
                assertThat(expected).isNotEqualTo(unlimited);
                Close.assertClose(learner.weights(), expected, 1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void sparseAndDenseFeaturesAgree(Algorithm algorithm) {
        for (int size : new int[] {5, 70, 300}) {
            if (algorithm.family() == Family.LEAST_SQUARES && size > 70) {
                continue; // ill-conditioned: few states, many features
            }
            Experience log = log(21, Kind.BINARY, size);
            Config config =
                    lively(algorithm, Map.of("step_size", 0.05 / size)); // weights that explode magnify rounding
            double[] dense = learned(config, log, Kind.DENSE);
            Close.assertClose(learned(config, log, Kind.SPARSE), dense, 1e-12);
            Close.assertClose(learned(config, log, Kind.BINARY), dense, 1e-12);
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void kindsOfFeaturesCanBeMixedInOneStream(Algorithm algorithm) {
        Experience log = log(22, Kind.BINARY, 70);
        Learner mixed = lively(algorithm).learner(70);
        for (int k = 0; k < log.rows().size(); k += 20) {
            log.play(Kind.values()[k / 20 % 3], k, k + 20, mixed::update);
        }
        Close.assertClose(mixed.weights(), learned(algorithm, log, Kind.DENSE), 1e-12);
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void aStepOfWhichOnlyTheRatioIsKnownIsLearnedFromOrRefused(Algorithm algorithm) {
        Experience log = log(23, Kind.DENSE, 5);
        Learner learner = lively(algorithm).learner(5);
        if (algorithm.needsProbabilities()) {
            assertThatThrownBy(() -> log.playRatios(Kind.DENSE, learner::update))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(algorithm.name() + " needs the probabilities");
            assertThat(learner.steps()).isZero();
        } else {
            log.playRatios(Kind.DENSE, learner::update);
            assertThat(learner.weights()).isEqualTo(learned(algorithm, log, Kind.DENSE));
        }
    }
}
