package io.emphatic;

import static io.emphatic.HordeWorld.SIZE;
import static io.emphatic.HordeWorld.bytes;
import static io.emphatic.HordeWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HordeDivergenceTest {

    @Test
    void onePredictionMayDivergeAndTheOthersGoOn() {
        HordeWorld world = new HordeWorld(6, 1, false);
        try (Horde horde = new Horde(SIZE)) {
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
            assertThat(rash.weights()).matches(Bounds::finite);
            assertThat(steady.divergedAt()).isEmpty();
            assertThat(Drift.distance(steady.weights(), alone.learner.weights()))
                    .isLessThan(1e-9);
        }
    }

    /**
     * Features, weights or predictions too large for the numbers of the horde: predictions go on in learners of their
     * own, in time.
     */
    @ParameterizedTest
    @CsvSource({
        "FLOAT, 1.7e12, 1.7e12, 1.73e-24",
        "FLOAT, 1, 1e39, 0.1",
        "FLOAT, 1e35, 1e20, 1e-60",
        "DOUBLE, 3, 1e308, 0.1",
        "DOUBLE, 1e200, 1e200, 1e-300"
    })
    void nothingBecomesInfiniteUnseen(Horde.Precision precision, double size, double sizeNext, double stepSize) {
        try (Horde horde = new Horde(2, precision, 1)) {
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
                    assertThat(prediction.weights()).matches(Bounds::finite);
                    assertThat(prediction.divergedAt()).isEqualTo(alone.get(p).divergedAt());
                    assertThat(prediction.steps()).isEqualTo(alone.get(p).steps());
                }
            }
        }
    }

    /** Initial weights count from the first step on. */
    @Test
    void largeInitialWeightsAreNotOverlooked() {
        double[] initial = {1e200, 0};
        try (Horde horde = new Horde(2)) {
            HordePrediction prediction = horde.group(new Td(1e-300)).add(StepSize.constant(1e-300), initial);
            Learner alone = new Td(1e-300).learner(initial);
            Transition t = new Transition();
            for (int step = 0; step < 5; step++) {
                t.start(Features.dense(1e120, 1), 0.5, 1);
                t.ratio(1);
                t.arrive(1, Features.dense(1, 1), 0.5, 0.5, 1);
                horde.update(new Transition[] {t}, new double[] {1});
                alone.update(t);
            }
            assertThat(prediction.weights()).matches(Bounds::finite).containsExactly(alone.weights());
            assertThat(prediction.divergedAt()).isEqualTo(alone.divergedAt());
        }
    }

    /** Nobody can join a trace that the horde does not follow any more, also after reading it back. */
    @Test
    void aStoppedGroupStaysStoppedWhenItIsReadBack() throws IOException {
        try (Horde horde = new Horde(1)) {
            HordeGroup group = horde.group(new Etd(0.1));
            group.add();
            Transition t = new Transition();
            t.start(Features.binary(1, 0), 0, 1);
            for (int step = 0; step < 200; step++) {
                t.ratio(10);
                t.arrive(0, Features.binary(1, 0), 1, 0, 1);
                horde.update(new Transition[] {t}, new double[] {0});
            }
            assertThatThrownBy(group::add).isInstanceOf(IllegalStateException.class);
            try (Horde again = read(bytes(horde))) {
                HordeGroup same = again.groups().get(0);
                assertThatThrownBy(same::add)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("has diverged");
            }
        }
    }

    @ParameterizedTest(name = "dense {0}, corrections put off from {1} predictions on")
    @CsvSource({"false, 1000", "true, 1000", "false, 1"})
    void aPredictionDivergesAtTheStepOfALearnerOfItsOwnEvenIfReadBackOnTheWay(boolean dense, int many)
            throws IOException {
        HordeWorld world = new HordeWorld(12, 2, dense);
        List<Config> configs = List.of(new Td(0.3), new Td(3), new Td(1e200), new Etd(0.3), new Etd(1e6));
        List<HordeWorld.Alone> alone =
                configs.stream().map(c -> new HordeWorld.Alone(c)).toList();
        Horde horde = new Horde(SIZE, Horde.Precision.DOUBLE, 1, many);
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
            assertThat(prediction.divergedAt())
                    .as("%s", configs.get(p))
                    .isEqualTo(alone.get(p).learner.divergedAt());
            assertThat(prediction.steps()).isEqualTo(alone.get(p).learner.steps());
            assertThat(prediction.weights()).matches(Bounds::finite);
            diverged += prediction.divergedAt().isPresent() ? 1 : 0;
        }
        assertThat(diverged).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFollowOnThatOverflowsEndsItsPredictionsWhenLearnersOfTheirOwnEnd(Horde.Precision precision)
            throws IOException {
        Features phi = Features.binary(SIZE, 1, 2);
        Learner alone = new Etd(1e-300).learner(SIZE);
        Horde horde = new Horde(SIZE, precision, 1);
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
            if (step == 600) {
                assertThat(alone.followOn()).isGreaterThan(Mechanism.SAFE);
                horde = read(bytes(horde));
            }
        }
        HordePrediction doomed = horde.predictions().get(0);
        HordePrediction safe = horde.predictions().get(1);
        assertThat(doomed.divergedAt()).isPresent().isEqualTo(alone.divergedAt());
        assertThat(doomed.weights()).isEqualTo(alone.weights());
        assertThat(doomed.group().memory()).matches(Bounds::finite);
        assertThat(safe.divergedAt()).isEmpty();
        assertThat(safe.predict(phi)).isCloseTo(2, within(1e-5));
        assertThatThrownBy(() -> doomed.group().add()).hasMessageContaining("diverged");
        horde.close();
    }

    @Test
    void aPredictionInSinglePrecisionEndsWhenALearnerOfItsOwnEnds() {
        Features phi = Features.binary(SIZE, 1, 2);
        Learner alone = new Td(1e4).learner(SIZE);
        try (Horde horde = new Horde(SIZE, Horde.Precision.FLOAT, 1)) {
            HordePrediction rash = horde.group(new Td(1e4)).add();
            Transition t = new Transition();
            t.start(phi, 0, 1);
            for (int step = 0; step < 200; step++) {
                t.ratio(1);
                t.arrive(1, phi, 0.5, 0, 1);
                horde.update(new Transition[] {t}, new double[] {1});
                alone.update(t);
            }
            assertThat(rash.divergedAt()).isPresent().isEqualTo(alone.divergedAt());
        }
    }
}
