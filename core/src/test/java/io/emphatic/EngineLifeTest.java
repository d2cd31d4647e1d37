package io.emphatic;

import static io.emphatic.PlainLearners.MIXED;
import static io.emphatic.PlainLearners.MODERATE;
import static io.emphatic.PlainLearners.config;
import static io.emphatic.PlainLearners.plainLearner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Drift.Shape;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Snapshots, resets, divergence and predictions between steps, on every engine. */
class EngineLifeTest {
    private static final int SIZE = 200;

    static Stream<Arguments> namesAndKinds() {
        return PlainLearners.names().stream()
                .flatMap(name -> Stream.of(Shape.Features.values()).map(kind -> Arguments.of(name, kind)));
    }

    @ParameterizedTest
    @EnumSource
    void aSnapshotRestoresToTheBitWhateverTheEngine(Shape.Features kind) throws IOException {
        for (String name : PlainLearners.names()) {
            Config config = config(name, 1e-4);
            Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
            Learner uninterrupted = config.learner(SIZE);
            Learner interrupted = config.learner(SIZE);
            Drift drift = new Drift(shape, 17);
            for (int step = 0; step < 3_000; step++) {
                if (step % 97 == 0) {
                    interrupted = throughBytes(interrupted.snapshot()).restore();
                }
                Transition t = drift.next();
                uninterrupted.update(t);
                interrupted.update(t);
                assertThat(interrupted.tdError()).isEqualTo(uninterrupted.tdError());
            }
            assertThat(interrupted.weights()).isEqualTo(uninterrupted.weights());
            assertThat(uninterrupted.divergedAt()).isEmpty();
        }
    }

    private static Snapshot throughBytes(Snapshot snapshot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        snapshot.write(bytes);
        return Snapshot.read(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void aResetLearnerEqualsANewLearnerOnEveryEngine(String name, Shape.Features kind) {
        Config config = config(name, 1e-4);
        Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
        double[] initial = IntStream.range(0, SIZE).mapToDouble(j -> j % 5).toArray();
        Learner used = config.learner(initial);
        Learner fresh = config.learner(initial);
        Drift drift = new Drift(shape, 23);
        for (int step = 0; step < 2_000; step++) {
            used.update(drift.next());
        }
        used.reset();
        assertThat(used.weights()).isEqualTo(initial);
        assertThat(used.tdError()).isNaN();
        assertThat(used.followOn()).isNaN();
        assertThat(used.emphasis()).isNaN();
        for (int step = 0; step < 2_000; step++) { // from the very state whose value was known before
            Transition t = drift.next();
            used.update(t);
            fresh.update(t);
        }
        assertThat(used.weights()).isEqualTo(fresh.weights());
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void divergenceIsNoticedAtTheSameStepOrOneApartAndARefusedStepLeavesNothingBehind(
            String name, Shape.Features kind) {
        Shape shape = new Shape(SIZE, 6, kind, new double[] {0.99}, new double[] {0.5}, new double[] {1, 2});
        Config config = config(name, 3);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Drift drift = new Drift(shape, 31);
        for (int step = 0; step < 5_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isPresent();
        assertThat(chosen.divergedAt().getAsLong()).isCloseTo(plain.divergedAt().getAsLong(), within(1L));
        assertThat(chosen.steps()).isEqualTo(chosen.divergedAt().getAsLong());

        Learner before = config.learner(SIZE);
        Drift again = new Drift(shape, 31);
        for (long step = 0; step < chosen.steps(); step++) {
            before.update(again.next());
        }
        assertThat(before.divergedAt()).isEmpty();
        Map<String, double[]> state = before.snapshot().arrays();
        assertThat(chosen.snapshot().arrays().keySet()).isEqualTo(state.keySet());
        chosen.snapshot()
                .arrays()
                .forEach((array, values) -> assertThat(values).as(array).isEqualTo(state.get(array)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void initialWeightsPastTheLimitAreRefused(String name) {
        double[] initial = new double[SIZE];
        Arrays.fill(initial, 1e99);
        assertThatThrownBy(() -> config(name, 0.1).learner(initial))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("initial weights have no norm below 1.0E100");
        assertThatThrownBy(() -> Batch.of(List.of(config(name, 0.1))).batch(initial))
                .hasMessageContaining("initial weights have no norm below");
    }

    /** α δ alone overflows where the trace is zero, and a tiny feature meets a huge ratio. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void noNumberBecomesInfiniteUnseen(String name) {
        for (int size : new int[] {3, SIZE}) {
            for (boolean tiny : new boolean[] {false, true}) {
                Learner learner = config(name, tiny ? 0.1 : 1e300).learner(size);
                Transition t = new Transition();
                Features phi = Features.sparse(size, new int[] {1}, new double[] {tiny ? 1e-170 : 1});
                t.start(phi, 1, 1);
                for (int step = 0; step < 6; step++) {
                    double rho = !tiny ? 0 : step == 0 ? 1e200 : 1e99;
                    t.action(rho == 0 ? 0 : 1, rho == 0 ? 0.5 : 1 / rho);
                    t.arrive(1e10, phi, 1, 1, 1);
                    learner.update(t);
                    assertThat(learner.weights()).matches(PlainLearners::finite);
                    assertThat(learner.snapshot().restore().weights()).isEqualTo(learner.weights());
                }
            }
        }
    }

    /** The weight of the other feature and the move are below the limit, but not together. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void initialWeightsCountInTheJudgementOfTheFirstStep(String name) {
        Config config = name.equals("per-etd")
                ? new PerEtd(StepSize.constant(1), Limits.NONE, 0)
                : config(name, 1); // which has to move at once
        for (int size : new int[] {2, SIZE}) {
            Features sparse = Features.binary(size, 0);
            double[] one = new double[size];
            one[0] = 1;
            double[] large = new double[size];
            large[1] = 9.9e99;
            for (Features phi : List.of(sparse, Features.dense(one))) {
                for (Learner learner : List.of(config.learner(large), plainLearner(config, large))) {
                    learner.update(firstStep(phi));
                    assertThat(learner.divergedAt()).hasValue(0);
                }
                for (Learner learner : List.of(config.learner(size), plainLearner(config, size))) {
                    learner.update(firstStep(phi));
                    assertThat(learner.divergedAt()).isEmpty();
                }
            }
        }
    }

    private static Transition firstStep(Features phi) {
        Transition t = new Transition();
        t.start(phi, 0.5, 1);
        t.action(1, 1);
        t.arrive(1.5e98, phi, 0, 0, 1);
        return t;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void featuresBehindAnEndDoNotCountHoweverLarge(String name) {
        Config config = config(name, 1e-3);
        double[] initial = new double[SIZE];
        Arrays.fill(initial, 10);
        Learner plain = plainLearner(config, initial);
        Learner chosen = config.learner(initial);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 3), 0.5, 1);
        t.action(1, 1);
        t.arrive(1, Features.sparse(SIZE, new int[] {7}, new double[] {1e308}), 0, 0, 0);
        plain.update(t);
        chosen.update(t);
        assertThat(chosen.divergedAt()).isEmpty().isEqualTo(plain.divergedAt());
        assertThat(chosen.weights()).isEqualTo(plain.weights());
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void predictingBetweenStepsChangesNothing(String name, Shape.Features kind) {
        Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
        Config config = config(name, 1e-4);
        Learner asked = config.learner(SIZE);
        Learner left = config.learner(SIZE);
        Drift drift = new Drift(shape, 37);
        for (int step = 0; step < 1_000; step++) {
            Transition t = drift.next();
            asked.update(t);
            left.update(t);
            asked.predict(t.phi());
            asked.predict(t.phiNext());
            asked.predict(Features.none(SIZE));
        }
        assertThat(asked.weights()).isEqualTo(left.weights());
    }
}
