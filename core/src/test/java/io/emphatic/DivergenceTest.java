package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.LearnerContractTest.Subject;
import io.emphatic.engine.Divergence;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DivergenceTest {

    private static Transition step(double rho, double reward, double phi, double phiNext, double gamma, double lambda) {
        Transition t = new Transition();
        t.start(Features.dense(phi), lambda, 1);
        t.action(rho * 0.25, 0.25);
        t.arrive(reward, Features.dense(phiNext), gamma, lambda, 1);
        return t;
    }

    /** θ ← 1.1 θ at each step, from 10: a way without detours, so that the bound of θ is θ itself. */
    @Test
    void theRefusedStepIsTheOneThatWouldPassTheLimit() {
        double plain = 10;
        long expected = 0;
        while (true) {
            double increment = 0.1 * (0 + 1.0 * (2 * plain) - plain);
            double norms = 1 + increment + (plain + increment); // of the trace, the move and the weights
            if (!(norms < Divergence.LIMIT)) {
                break;
            }
            plain += increment;
            expected++;
        }
        Learner learner = new Td(0.1).learner(new double[] {10});
        Transition t = step(1, 0, 1, 2, 1, 0);
        for (int k = 0; k < 10_000; k++) {
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isEqualTo(OptionalLong.of(expected));
        assertThat(learner.steps()).isEqualTo(expected);
        assertThat(learner.weights()).containsExactly(plain);
        assertThat(learner.predict(Features.dense(1)))
                .as("what has diverged predicts nothing")
                .isNaN();
        assertThat(plain).isBetween(0.5 * Divergence.LIMIT, Divergence.LIMIT);
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#subjects")
    void aRefusedStepChangesNothingAndADivergedLearnerLearnsNoMore(Subject subject) throws IOException {
        Learner learner = subject.lively(Map.of("step_size", 1e3)).learner(3);
        Transition t = new Transition();
        t.start(Features.dense(1e3, -10, 3), 0.5, 2);
        byte[] lastFinite = {};
        long steps = 0;
        for (int k = 0; k < 400 && learner.divergedAt().isEmpty(); k++) {
            lastFinite = bytes(learner);
            steps = learner.steps();
            t.action(0.9, 1e-3);
            t.arrive(k < 390 ? -1e5 : -1e300, Features.dense(1e3, 2e3 * (k % 3), -1), 1, 1 - 0.1 * (k % 2), 2);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).hasValue(steps);
        assertThat(steps).isPositive();
        assertThat(learner.steps()).isEqualTo(steps);
        assertThat(learner.tdError()).isNaN();
        assertThat(learner.followOn()).isNaN();
        assertThat(Arrays.stream(learner.weights()).allMatch(Double::isFinite)).isTrue();
        // all but the record of the divergence itself, which is the only thing a snapshot has beside the state
        Snapshot now = learner.snapshot();
        Snapshot before = Snapshot.read(new ByteArrayInputStream(lastFinite));
        assertThat(now.arrays().keySet()).isEqualTo(before.arrays().keySet());
        now.arrays().values().forEach(array -> assertThat(PlainLearners.finite(array))
                .isTrue());
        now.arrays()
                .forEach((name, array) ->
                        assertThat(array).as(name).isEqualTo(before.arrays().get(name)));

        byte[] diverged = bytes(learner);
        t.action(0.5, 0.5);
        t.arrive(0, Features.dense(0, 0, 1), 0, 0, 0);
        learner.update(t);
        assertThat(bytes(learner)).isEqualTo(diverged);
        assertThat(now.restore().divergedAt()).hasValue(steps);
        learner.reset();
        assertThat(learner.divergedAt()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.PlainLearners#names")
    void largeNumbersBelowTheLimitAreNoDivergence(String name) {
        Learner learner = LearnerContractTest.lively(Algorithms.named(name), Map.of("step_size", 1e-3))
                .learner(new double[] {1e90, -1e90});
        Transition t = new Transition();
        t.start(Features.dense(1e-50, 0), 0.5, 1);
        for (int k = 0; k < 50; k++) {
            t.action(0.5, 0.5);
            t.arrive(1, Features.dense(0, 1e-50 * (k % 2)), 0.9, 0.5, 1);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(learner.steps()).isEqualTo(50);
    }

    /** λ = 1 hides the follow-on from the trace; it must not pass the limit unseen. */
    @Test
    void aFollowOnThatPassesTheLimitBehindFullLambdaIsNoticed() {
        Learner learner = new Etd(0.1).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(0), 1, 1);
        for (int k = 0; k < 2000; k++) {
            t.action(1, 0.1);
            t.arrive(0, Features.dense(0), 1, 1, 1);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isPresent();
        assertThat(learner.snapshot().arrays().get("memory")[0]).isBetween(1e98, Divergence.LIMIT);
    }

    /**
     * Nothing of a harmless step warns of it: the weight that passes the limit is not of an active feature, but still
     * in the trace.
     */
    @Test
    void aWeightThatPassesTheLimitBehindTheTraceIsNoticed() {
        double large = 0.9 * Divergence.LIMIT;
        Learner learner = new Td(1).learner(new double[] {large, 0});
        Transition t = new Transition();
        t.start(Features.binary(2, 0), 1, 1);
        t.ratio(1e49);
        t.arrive(large, Features.binary(2, 1), 1, 1, 1); // δ = 0, e = (1e49, 0)
        learner.update(t);
        assertThat(learner.steps()).isEqualTo(1);
        t.ratio(1);
        t.arrive(1e51, Features.binary(2, 1), 1, 1, 1); // e stays, δ = 1e51
        learner.update(t);
        assertThat(learner.divergedAt()).hasValue(1);
        assertThat(learner.weights()).containsExactly(large, 0);
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#subjects")
    void aDivergedLearnerIgnoresHarmlessStepsToo(Subject subject) {
        Learner learner = subject.lively(Map.of("step_size", 1e3)).learner(3);
        Transition t = new Transition();
        t.start(Features.dense(1e3, -10, 3), 0.5, 2);
        for (int k = 0; k < 400 && learner.divergedAt().isEmpty(); k++) {
            t.action(0.9, 1e-3);
            t.arrive(k < 390 ? -1e5 : -1e300, Features.dense(1e3, 2e3 * (k % 3), -1), 1, 1 - 0.1 * (k % 2), 2);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isPresent();
        long steps = learner.steps();
        double[] weights = learner.weights();
        for (Learner sleeping : new Learner[] {learner, learner.snapshot().restore()}) {
            t.start(Features.binary(3, 1), 0, 1);
            t.action(0.5, 0.5);
            t.arrive(1, Features.binary(3, 2), 0, 0, 1);
            sleeping.update(t);
            assertThat(sleeping.steps()).isEqualTo(steps);
            assertThat(sleeping.weights()).containsExactly(weights);
        }
        learner.reset();
        learner.update(t);
        assertThat(learner.steps()).isEqualTo(1);
    }

    /** A step that leaves the ball by far, then one without any features. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void weightsOnTheBallStayWhereNothingMovesThem(long seed) {
        Random random = new Random(seed);
        Learner learner = new Td(
                        StepSize.constant(1),
                        new Limits(Double.POSITIVE_INFINITY, 1 + random.nextDouble(), Double.POSITIVE_INFINITY))
                .learner(3);
        Transition t = new Transition();
        t.start(Features.dense(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()), 0, 1);
        t.ratio(1);
        t.arrive(1e90, Features.none(3), 0, 0, 1);
        learner.update(t);
        double[] before = learner.weights();
        t.start(Features.none(3), 0, 1);
        t.ratio(1);
        t.arrive(0, Features.none(3), 0, 0, 1);
        learner.update(t);
        assertThat(learner.weights()).containsExactly(before);
    }

    @Test
    void secondWeightsThatWouldPassTheLimitAreNoticedAtOnce() {
        Learner learner = new Tdrc(StepSize.constant(1), 1, 1e300).learner(1);
        Transition t = step(1, 1e10, 1, 1, 0.5, 0);
        for (int k = 0; k < 5; k++) {
            learner.update(t);
            learner.snapshot().arrays().values().forEach(array -> assertThat(PlainLearners.finite(array))
                    .isTrue());
        }
        assertThat(learner.divergedAt()).hasValue(1);
    }

    @Test
    void clippingKeepsALearnerBelowTheLimitThatWouldDiverge() {
        Learner free = new Td(0.1).learner(new double[] {10});
        Learner clipped = new Td(StepSize.constant(0.1), Limits.clip(0.5)).learner(new double[] {10});
        Transition t = step(1, 0, 1, 2, 1, 0);
        for (int k = 0; k < 10_000; k++) {
            free.update(t);
            clipped.update(t);
        }
        assertThat(free.divergedAt()).isPresent();
        assertThat(clipped.divergedAt()).isEmpty();
        assertThat(clipped.weights()[0]).isEqualTo(10 + 0.5 * 10_000);
    }

    private static byte[] bytes(Learner learner) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        learner.snapshot().write(out);
        return out.toByteArray();
    }

    @Test
    void theBoundOfClippedWeightsGrowsByClippedIncrementsOnly() {
        Learner learner = new Td(StepSize.constant(1), Limits.clip(0.5)).learner(1);
        Transition t = new Transition();
        for (int step = 0; step < 100; step++) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(4e99, Features.none(1), 0, 0, 0);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(learner.weights()).containsExactly(50);
    }

    /** Half steps multiply δ by eᵀe: 1e300 · 1e10 would be infinite, though α times it is not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void aTdErrorPastTheLimitIsRefusedByGradientAlgorithms(int size) {
        for (Config config : List.of(new Pgtd2(StepSize.constant(1e-300), 1), new Gtd(StepSize.constant(1e-300), 1))) {
            Learner learner = config.learner(size);
            Transition t = new Transition();
            t.start(Features.sparse(size, new int[] {0}, new double[] {1e5}), 0, 1);
            t.ratio(1);
            t.arrive(1e300, Features.sparse(size, new int[] {0}, new double[] {1e5}), 0.5, 0, 1);
            learner.update(t);
            assertThat(learner.divergedAt()).hasValue(0);
            assertThat(learner.weights()).containsOnly(0);
        }
    }
}
