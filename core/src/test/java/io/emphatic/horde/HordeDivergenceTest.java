package io.emphatic.horde;

import static io.emphatic.horde.HordeWorld.SIZE;
import static io.emphatic.horde.HordeWorld.bytes;
import static io.emphatic.horde.HordeWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Config;
import io.emphatic.Drift;
import io.emphatic.Etd;
import io.emphatic.ExplicitLearners;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HordeDivergenceTest {

    /** A step of one state to itself, with one feature and γ = 0. */
    private static void learnOneState(Horde horde, double... cumulants) {
        Transition t = new Transition();
        t.start(Features.binary(1, 0), 0, 1);
        t.ratio(1);
        t.arrive(0, Features.binary(1, 0), 0, 0, 1);
        horde.update(new Transition[] {t}, cumulants);
    }

    @Test
    void onePredictionMayDivergeAndTheOthersGoOn() {
        HordeWorld world = new HordeWorld(6, 1, false);
        Horde horde = new Horde(SIZE);
        HordeGroup group = horde.group(new Td(0.01));
        HordePrediction steady = group.add();
        HordePrediction rash = group.add(StepSize.constant(1e6));
        HordeWorld.Alone alone = new HordeWorld.Alone(new Td(0.01));
        for (int step = 0; step < 2_000; step++) {
            Transition[] steps = world.next();
            horde.update(steps, new double[] {1, 1});
            alone.update(world, 0, 1);
        }
        assertThat(rash.divergedAt()).isPresent();
        assertThat(rash.divergedAt().getAsLong()).isEqualTo(rash.steps());
        assertThat(rash.weights()).matches(ExplicitLearners::finite);
        assertThat(steady.divergedAt()).isEmpty();
        assertThat(Drift.distance(steady.weights(), alone.learner.weights())).isLessThan(1e-9);
    }

    @ParameterizedTest
    @CsvSource({"3, 1e99, 0.1", "3, 1e308, 0.1", "1e60, 1e60, 1e-100", "1e200, 1e200, 1e-300"})
    void aPredictionDivergesWhereASingleLearnerDoesWithFeaturesNearTheLimit(
            double size, double sizeNext, double stepSize) {
        Horde horde = new Horde(2);
        HordeGroup group = horde.group(new Td(stepSize));
        group.add(StepSize.constant(1e-3 * stepSize));
        group.add(StepSize.constant(stepSize));
        List<Learner> alone = List.of(new Td(1e-3 * stepSize).learner(2), new Td(stepSize).learner(2));
        Features phi = Features.dense(size, 1);
        Features next = Features.dense(sizeNext, 1);
        Transition t = new Transition();
        for (int step = 0; step < 300; step++) {
            t.start(step % 2 == 0 ? phi : next, 0.9, 1);
            t.ratio(1);
            t.arrive(1, step % 2 == 0 ? next : phi, step % 3 == 1 ? 0 : 0.5, 0.9, 1);
            horde.update(new Transition[] {t}, new double[] {1, 1});
            alone.forEach(learner -> learner.update(t));
            for (int p = 0; p < 2; p++) {
                HordePrediction prediction = horde.predictions().get(p);
                assertThat(prediction.weights()).matches(ExplicitLearners::finite);
                assertThat(prediction.steps())
                        .isCloseTo(alone.get(p).steps(), within(1L)); // engines may differ by one step
            }
        }
    }

    @Test
    void aPredictionThatDivergedKeepsItsWeightsToTheBitWhileItsGroupGoesOn() {
        HordeWorld world = new HordeWorld(6, 1, false);
        Horde horde = new Horde(SIZE);
        HordeGroup group = horde.group(new Td(0.01));
        group.add();
        HordePrediction rash = group.add(StepSize.constant(1e6));
        double[] last = rash.weights();
        while (rash.divergedAt().isEmpty()) {
            last = rash.weights();
            horde.update(world.next(), new double[] {1, 1});
        }
        for (int step = 0; step < 500; step++) {
            assertThat(rash.weights()).containsExactly(last);
            horde.update(world.next(), new double[] {1, 1});
        }
        assertThat(rash.tdError()).isNaN();
        assertThat(rash.snapshot().restore().divergedAt()).isEqualTo(rash.divergedAt());
        assertThat(rash.snapshot().restore().weights()).containsExactly(last);
    }

    /** The second prediction takes the column of the first, whose weights were close to the limit. */
    @Test
    void aPredictionInheritsNothingOfTheRemovedOneWhoseColumnItTakes() {
        Horde horde = new Horde(1);
        HordeGroup group = horde.group(new Td(1.0));
        HordePrediction first = group.add(StepSize.constant(1.0), new double[] {9e99});
        learnOneState(horde, 9e99);
        assertThat(first.steps()).isEqualTo(1);
        horde.remove(first);
        HordePrediction second = group.add();
        assertThat(second.steps()).isZero();
        assertThat(second.tdError()).isNaN();
        assertThat(second.weights()).containsExactly(0);
        learnOneState(horde, 2e99);
        assertThat(second.divergedAt()).isEmpty();
        assertThat(second.weights()).containsExactly(2e99);
    }

    @Test
    void aPredictionMayTakeTheColumnOfARemovedOneThatHadDiverged() {
        Horde horde = new Horde(1);
        HordeGroup group = horde.group(new Td(1.0));
        HordePrediction first = group.add();
        learnOneState(horde, 1e101);
        assertThat(first.divergedAt()).hasValue(0);
        horde.remove(first);
        HordePrediction second = group.add();
        assertThat(second.divergedAt()).isEmpty();
        learnOneState(horde, 3);
        assertThat(second.weights()).containsExactly(3);
        HordePrediction third = group.add();
        learnOneState(horde, 4, 1e101);
        assertThat(third.divergedAt()).hasValue(0);
        assertThat(second.divergedAt()).isEmpty();
        assertThat(second.weights()).containsExactly(4);
    }

    @Test
    void aPredictionThatDivergedLearnsNoMoreWhenAnotherIsAdded() {
        Horde horde = new Horde(1);
        HordeGroup group = horde.group(new Td(1.0));
        HordePrediction first = group.add();
        learnOneState(horde, 1e101);
        group.add();
        learnOneState(horde, 1, 1);
        assertThat(first.divergedAt()).hasValue(0);
        assertThat(first.steps()).isZero();
        assertThat(first.weights()).containsExactly(0);
    }

    @Test
    void largeInitialWeightsOfAPredictionCountFromTheFirstStep() {
        double[] initial = {1e99, 0};
        Horde horde = new Horde(2);
        HordePrediction prediction = horde.group(new Td(1e-300)).add(StepSize.constant(1e-300), initial);
        Learner alone = new Td(1e-300).learner(initial);
        Transition t = new Transition();
        for (int step = 0; step < 5; step++) {
            t.start(Features.dense(1e60, 1), 0.5, 1);
            t.ratio(1);
            t.arrive(1, Features.dense(1, 1), 0.5, 0.5, 1);
            horde.update(new Transition[] {t}, new double[] {1});
            alone.update(t);
        }
        assertThat(prediction.weights()).matches(ExplicitLearners::finite).containsExactly(alone.weights());
        assertThat(prediction.divergedAt()).isEqualTo(alone.divergedAt());
    }

    /** 9e99 in the one feature and 2e99 in the other are past the limit together. */
    @Test
    void largeInitialWeightsOfOtherFeaturesCount() {
        double[] apart = {0, 9e99};
        Horde horde = new Horde(2);
        HordePrediction prediction = horde.group(new Td(1.0)).add(StepSize.constant(1.0), apart);
        Learner alone = new Td(1.0).learner(apart);
        Transition t = new Transition();
        t.start(Features.binary(2, 0), 0, 1);
        t.ratio(1);
        t.arrive(2e99, Features.binary(2, 0), 0, 0, 1);
        horde.update(new Transition[] {t}, new double[] {2e99});
        alone.update(t);
        assertThat(alone.divergedAt()).hasValue(0);
        assertThat(prediction.divergedAt()).hasValue(0);
    }

    /** No prediction can join a trace that has diverged, also after reading it back. */
    @Test
    void aGroupThatDivergedHasDivergedWhenItIsReadBack() throws IOException {
        Horde horde = new Horde(1);
        HordeGroup group = horde.group(new Etd(0.1));
        group.add();
        Transition t = new Transition();
        t.start(Features.binary(1, 0), 0, 1);
        for (int step = 0; step < 200; step++) {
            t.ratio(10);
            t.arrive(0, Features.binary(1, 0), 1, 0, 1);
            horde.update(new Transition[] {t}, new double[] {0});
        }
        assertThat(group.followOn()).isNaN();
        learnOneState(horde, 0); // harmless, but too late
        assertThat(group.followOn()).isNaN();
        assertThatThrownBy(group::add).isInstanceOf(IllegalStateException.class);
        Horde again = read(bytes(horde));
        HordeGroup same = again.groups().get(0);
        assertThatThrownBy(same::add).isInstanceOf(IllegalStateException.class).hasMessageContaining("has diverged");
    }

    @ParameterizedTest(name = "dense {0}")
    @ValueSource(booleans = {false, true})
    void aPredictionDivergesWhereASingleLearnerDoesAlsoIfReadBackOnTheWay(boolean dense) throws IOException {
        HordeWorld world = new HordeWorld(12, 2, dense);
        List<Config> configs = List.of(new Td(0.3), new Td(3), new Td(1e200), new Etd(0.3), new Etd(1e6));
        List<HordeWorld.Alone> alone =
                configs.stream().map(c -> new HordeWorld.Alone(c)).toList();
        Horde horde = new Horde(SIZE);
        HordeGroup td = horde.group(new Td(0.1));
        HordeGroup etd = horde.group(new Etd(0.1));
        for (Config config : configs) {
            (config instanceof Td ? td : etd)
                    .add(StepSize.constant(config.parameters().get("step_size")));
        }
        for (int step = 0; step < 3_000; step++) {
            if (step % 5 == 0) {
                horde = read(bytes(horde));
            }
            Transition[] steps = world.next();
            double[] cumulants = world.cumulants(configs.size());
            horde.update(steps, cumulants);
            for (int p = 0; p < alone.size(); p++) {
                alone.get(p).update(world, configs.get(p) instanceof Td ? 0 : 1, cumulants[p]);
            }
        }
        int diverged = 0;
        for (int p = 0; p < alone.size(); p++) {
            HordePrediction prediction = horde.predictions().get(p);
            assertThat(prediction.divergedAt().orElse(-2))
                    .as("%s", configs.get(p))
                    .isCloseTo(alone.get(p).learner.divergedAt().orElse(-2), within(1L));
            assertThat(prediction.steps()).isEqualTo(prediction.divergedAt().orElse(3_000));
            assertThat(prediction.weights()).matches(ExplicitLearners::finite);
            diverged += prediction.divergedAt().isPresent() ? 1 : 0;
        }
        assertThat(diverged).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aFollowOnThatPassesTheLimitEndsThePredictionsOfItsGroupOnly() throws IOException {
        Features phi = Features.binary(SIZE, 1, 2);
        Learner alone = new Etd(1e-300).learner(SIZE);
        Horde horde = new Horde(SIZE);
        horde.group(new Etd(1e-300)).add();
        horde.group(new Td(0.01)).add();
        Transition[] steps = {new Transition(), new Transition()};
        steps[0].start(phi, 0, 1);
        steps[1].start(phi, 0, 1);
        for (int step = 0; step < 2_000; step++) {
            steps[0].ratio(2);
            steps[1].ratio(1);
            steps[0].arrive(1, phi, 1, 0, 1);
            steps[1].arrive(1, phi, 0.5, 0, 1);
            horde.update(steps, new double[] {1, 1});
            alone.update(steps[0]);
            if (alone.divergedAt().isEmpty()) {
                assertThat(horde.groups().get(0).followOn()).isEqualTo(alone.followOn());
            }
            if (step == 300) {
                assertThat(alone.followOn()).isGreaterThan(1e80);
                horde = read(bytes(horde));
            }
        }
        HordePrediction doomed = horde.predictions().get(0);
        HordePrediction safe = horde.predictions().get(1);
        assertThat(doomed.divergedAt()).isPresent().isEqualTo(alone.divergedAt());
        assertThat(Drift.distance(doomed.weights(), alone.weights())).isLessThan(1e-9);
        assertThat(doomed.group().memory).matches(ExplicitLearners::finite);
        assertThat(safe.divergedAt()).isEmpty();
        assertThat(safe.predict(phi)).isCloseTo(2, within(1e-5));
        assertThatThrownBy(() -> doomed.group().add()).hasMessageContaining("diverged");
    }
}
