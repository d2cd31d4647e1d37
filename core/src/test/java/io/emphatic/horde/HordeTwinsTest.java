package io.emphatic.horde;

import static io.emphatic.horde.HordeWorld.RULES;
import static io.emphatic.horde.HordeWorld.SIZE;
import static io.emphatic.horde.HordeWorld.bytes;
import static io.emphatic.horde.HordeWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each prediction of a horde has a twin: a learner alone with the same config and steps. */
class HordeTwinsTest {

    /** A horde and, for each prediction, a learner alone. */
    private static final class Twins {
        final HordeWorld world;
        Horde horde;
        final List<Integer> groups = new ArrayList<>();
        final List<HordeWorld.Alone> alone = new ArrayList<>();

        Twins(long seed, HordeWorld.Kind kind, List<Config> configs) {
            world = new HordeWorld(seed, 0, kind);
            horde = new Horde(SIZE);
            configs.forEach(this::add);
        }

        /** A new group, with one prediction. */
        void add(Config config) {
            world.addGroup();
            horde.group(config).add();
            groups.add(world.steps.size() - 1);
            alone.add(new HordeWorld.Alone(config));
        }

        void step() {
            Transition[] steps = world.next();
            double[] cumulants = world.cumulants(alone.size());
            horde.update(steps, cumulants);
            for (int p = 0; p < alone.size(); p++) {
                alone.get(p).update(world, groups.get(p), cumulants[p]);
            }
        }

        void assertEqual(double tolerance) {
            for (int p = 0; p < alone.size(); p++) {
                HordePrediction prediction = horde.predictions().get(p);
                Learner learner = alone.get(p).learner;
                assertThat(prediction.divergedAt()).isEmpty();
                assertThat(HordeWorld.distance(prediction.weights(), learner.weights()))
                        .as("%s after %d steps", learner.config(), learner.steps())
                        .isLessThan(tolerance);
                assertThat(prediction.predict(world.phi[3])).isCloseTo(learner.predict(world.phi[3]), within(1e-9));
                assertThat(prediction.tdError()).isCloseTo(learner.tdError(), within(1e-9));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void weightsEqualThoseOfLearnersAloneAfterEveryStep(HordeWorld.Kind kind) {
        Twins twins = new Twins(21, kind, RULES);
        for (int step = 0; step < 700; step++) {
            twins.step();
            twins.assertEqual(1e-11);
        }
    }

    @Test
    void weightsEqualThoseOfLearnersAloneAfterAMillionSteps() {
        List<Config> configs = List.of(new Td(0.01), new Etd(0.002));
        Twins twins = new Twins(22, HordeWorld.Kind.EPISODES, configs);
        for (int step = 0; step < 1_000_000; step++) {
            twins.step();
            if (step % 99_999 == 0) {
                twins.assertEqual(1e-9);
            }
        }
        twins.assertEqual(1e-9);
    }

    @ParameterizedTest
    @EnumSource
    void aHordeReadBackInEveryStepGoesOnToTheBit(HordeWorld.Kind kind) throws IOException {
        assertUndisturbed(kind, horde -> {
            try {
                return read(bytes(horde));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void readingWeightsAndPredictionsOfAHordeChangesNothing(HordeWorld.Kind kind) throws IOException {
        Features phi = new HordeWorld(23, 1, kind).phi[7];
        assertUndisturbed(kind, horde -> {
            for (HordePrediction prediction : horde.predictions()) {
                prediction.weights();
                prediction.predict(phi);
                prediction.snapshot();
            }
            return horde;
        });
    }

    private static void assertUndisturbed(HordeWorld.Kind kind, UnaryOperator<Horde> disturb) throws IOException {
        Twins twins = new Twins(24, kind, RULES);
        Twins disturbed = new Twins(24, kind, RULES);
        for (int step = 0; step < 300; step++) {
            twins.step();
            disturbed.step();
            disturbed.horde = disturb.apply(disturbed.horde);
        }
        assertThat(bytes(disturbed.horde)).isEqualTo(bytes(twins.horde));
    }

    @ParameterizedTest
    @EnumSource
    void aPredictionAddedLateLearnsAsASingleLearner(HordeWorld.Kind kind) {
        HordeWorld world = new HordeWorld(26, 2, kind);
        double[] initial = world.cumulants(SIZE);
        Horde horde = new Horde(SIZE);
        HordeGroup td = horde.group(new Td(0.01));
        HordeGroup etd = horde.group(new Etd(0.002));
        td.add();
        HordePrediction goes = etd.add();
        td.add(StepSize.constant(0.02));
        List<HordeWorld.Alone> left = new ArrayList<>();
        for (int step = 0; step < 400; step++) {
            if (step == 150) {
                horde.remove(goes);
                td.add(StepSize.constant(0.03), initial); // in the column of the one that went
                etd.add(StepSize.constant(0.001), initial);
                for (HordePrediction prediction : horde.predictions()) {
                    left.add(new HordeWorld.Alone(prediction.snapshot().restore()));
                }
            }
            Transition[] steps = world.next();
            double[] cumulants = world.cumulants(horde.predictions().size());
            horde.update(steps, cumulants);
            for (int p = 0; p < left.size(); p++) {
                left.get(p).update(world, p == 3 ? 1 : 0, cumulants[p]);
                assertThat(HordeWorld.distance(
                                horde.predictions().get(p).weights(),
                                left.get(p).learner.weights()))
                        .as("prediction %d after %d steps", p, step)
                        .isLessThan(1e-11);
            }
        }
        assertThat(left).hasSize(4);
    }
}
