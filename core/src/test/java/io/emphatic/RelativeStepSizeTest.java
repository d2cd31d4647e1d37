package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** α = factor/m, with m the mean of ‖φ‖² so far, and the default that it is. */
class RelativeStepSizeTest {
    private static final Random RANDOM = new Random(8);

    /** λ = 0 and ρ = 1, so that θ ← θ + (factor/m) δ φ. */
    @Test
    void theStepSizeIsTheFactorOverTheMeanSquareOfTheFeaturesSoFar() {
        Learner learner = new Td(StepSize.relative(0.5), Limits.NONE).learner(1);
        Transition t = new Transition();
        double theta = 0;
        double squares = 0;
        double[] phi = {2, 1, 0.5, 4};
        for (int k = 0; k < phi.length; k++) {
            t.start(Features.dense(phi[k]), 0, 1);
            t.ratio(1);
            t.arrive(3, Features.none(1), 0, 0, 0);
            learner.update(t);
            squares += phi[k] * phi[k];
            double alpha = 0.5 / (squares / (k + 1));
            theta += alpha * (3 - theta * phi[k]) * phi[k];
            assertThat(learner.stepSize()).isCloseTo(alpha, within(1e-15));
            assertThat(learner.weights()[0]).isCloseTo(theta, within(1e-14));
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#oneTraceAlgorithms")
    void withoutAStepSizeTheUnitOfTheFeaturesDoesNotMatter(Algorithm algorithm) {
        for (int size : new int[] {5, 70}) {
            Experience log = LearnerContractTest.log(3, Kind.DENSE, size);
            Config config = LearnerContractTest.lively(algorithm, Map.of("step_size", Double.NaN, "ridge", 0.0));
            Config larger = LearnerContractTest.lively(
                    algorithm, Map.of("step_size", Double.NaN, "ridge", 0.0, "bound", 102.4)); // has that unit
            assertThat(config.parameters()).containsEntry("relative_step_size", 0x1p-6);
            Learner one = config.learner(size);
            Learner other = larger.learner(size);
            log.play(Kind.DENSE, one::update);
            new Experience(log.rows().stream().map(RelativeStepSizeTest::larger).toList())
                    .play(Kind.DENSE, other::update);
            double[] expected =
                    Arrays.stream(other.weights()).map(w -> 1024 * w).toArray();
            assertThat(one.steps()).isPositive();
            Close.assertClose(one.weights(), expected, 1e-11);
        }
    }

    private static Row larger(Row row) {
        double[] phi = Arrays.stream(row.phi()).map(x -> 1024 * x).toArray();
        return new Row(phi, row.pi(), row.mu(), row.reward(), row.gamma(), row.lambda(), row.interest(), row.fate());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 70})
    void aSnapshotContinuesToTheBit(int size) {
        Experience log = LearnerContractTest.log(4, Kind.SPARSE, size);
        Learner uninterrupted = Algorithms.named("etd").configure(Map.of()).learner(size);
        log.play(Kind.SPARSE, uninterrupted::update);
        Learner interrupted = Algorithms.named("etd").configure(Map.of()).learner(size);
        for (int k = 0; k < log.rows().size(); k += 50) {
            log.play(Kind.SPARSE, k, k + 50, interrupted::update);
            interrupted = interrupted.snapshot().restore();
        }
        assertThat(interrupted.weights()).isEqualTo(uninterrupted.weights());
        assertThat(interrupted.stepSize()).isEqualTo(uninterrupted.stepSize());
        uninterrupted.reset();
        assertThat(uninterrupted.stepSize()).isNaN();
    }

    @Test
    void stepsThatDoNotOvershootBelongToEveryStepSizeThatIsNotGiven() {
        Algorithm etd = Algorithms.named("etd");
        assertThat(etd.configure(Map.of())).isEqualTo(new Etd(StepSize.relative(0x1p-6), Limits.overshoot(0.3)));
        assertThat(etd.configure(Map.of("step_size", Parameter.AUTO)))
                .isEqualTo(new Etd(StepSize.auto(), Limits.overshoot(0.3)));
        assertThat(etd.configure(Map.of("relative_step_size", 0.1)))
                .isEqualTo(new Etd(StepSize.relative(0.1), Limits.overshoot(0.3)));
        assertThat(etd.configure(Map.of("step_size", 0.1))).isEqualTo(new Etd(0.1));
        assertThat(etd.configure(Map.of("c1", 1.0, "c2", 2.0)))
                .isEqualTo(new Etd(StepSize.decaying(1, 2), Limits.NONE));
        for (Config config : new Config[] {
            new Etd(StepSize.relative(0.1), Limits.NONE),
            new Etd(StepSize.auto(), Limits.NONE),
            new Gtd(StepSize.relative(0.1), 1)
        }) {
            assertThat(config.algorithm().configure(config.parameters())).isEqualTo(config);
        }
        assertThat(Algorithms.named("gtd").configure(Map.of())).isEqualTo(new Gtd(StepSize.constant(0.01), 1));
        assertThatThrownBy(() -> etd.configure(Map.of("relative_step_size", 0.1, "step_size", 0.1)))
                .hasMessage("step_size is α, relative_step_size is α m: give one or the other");
        assertThat(new Etd(StepSize.relative(0.1), Limits.NONE).traceKey()).isEmpty();
    }

    /** Ten standard-normal features, γ = 0.99, ratios up to 2: at α = 0.01 etd explodes here. */
    @Test
    void theDefaultDoesNotExplodeOnNormalFeatures() {
        Learner byDefault = Algorithms.named("etd").configure(Map.of()).learner(10);
        Learner fixed = new Etd(0.01).learner(10);
        Transition t = new Transition();
        t.start(normal(), 0, 1);
        for (int k = 0; k < 20_000; k++) {
            t.action(RANDOM.nextBoolean() ? 1.0 : 1e-9, 0.5);
            t.arrive(1, normal(), 0.99, 0, 1);
            byDefault.update(t);
            fixed.update(t);
        }
        assertThat(byDefault.divergedAt()).isEmpty();
        assertThat(Math.abs(byDefault.predict(normal()))).isLessThan(200);
        assertThat(fixed.divergedAt().isPresent() || Math.abs(fixed.predict(normal())) > 1e6)
                .isTrue();
    }

    private static Features normal() {
        return Features.dense(RANDOM.doubles(10, -1, 1).map(x -> 1.7 * x).toArray());
    }
}
