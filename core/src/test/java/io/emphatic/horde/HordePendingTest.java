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
import org.junit.jupiter.params.provider.ValueSource;

/** Hordes that put corrections and folds off, however few their predictions. */
class HordePendingTest {

    /** A horde and, for each prediction, a learner alone. */
    private static final class Twins implements AutoCloseable {
        final HordeWorld world;
        Horde horde;
        final List<Integer> groups = new ArrayList<>();
        final List<HordeWorld.Alone> alone = new ArrayList<>();

        Twins(long seed, HordeWorld.Kind kind, List<Config> configs, int many) {
            world = new HordeWorld(seed, 0, kind);
            horde = new Horde(SIZE, 1, many);
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

        @Override
        public void close() {
            horde.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void weightsEqualThoseOfLearnersAloneAfterEveryStep(HordeWorld.Kind kind) {
        try (Twins twins = new Twins(21, kind, RULES, 1)) {
            for (int step = 0; step < 700; step++) {
                twins.step();
                twins.assertEqual(1e-11);
            }
            assertThat(twins.horde.pending.isUsed()).isTrue();
        }
    }

    @Test
    void weightsEqualThoseOfLearnersAloneAfterAMillionSteps() {
        List<Config> configs = List.of(new Td(0.01), new Etd(0.002));
        try (Twins twins = new Twins(22, HordeWorld.Kind.EPISODES, configs, 1)) {
            for (int step = 0; step < 1_000_000; step++) {
                twins.step();
                if (step % 99_999 == 0) {
                    twins.assertEqual(1e-9);
                }
            }
            twins.assertEqual(1e-9);
        }
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
        try (Twins twins = new Twins(24, kind, RULES, 1);
                Twins disturbed = new Twins(24, kind, RULES, 1)) {
            for (int step = 0; step < 300; step++) {
                twins.step();
                disturbed.step();
                disturbed.horde = disturb.apply(disturbed.horde);
            }
            assertThat(bytes(disturbed.horde)).isEqualTo(bytes(twins.horde));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 150})
    void correctionsMayBeginToStayPendingAtAnyStep(int begin) {
        // Groups with γ = 0 in some states: their trace may be nothing but the features of the step before.
        try (Twins twins = new Twins(25, HordeWorld.Kind.SPARSE, RULES, RULES.size() + 1)) {
            for (int step = 0; step < begin; step++) {
                twins.step();
            }
            assertThat(twins.horde.pending.isUsed()).isFalse();
            twins.add(new Td(0.02));
            for (int step = 0; step < 100; step++) {
                twins.step();
                twins.assertEqual(1e-11);
            }
            assertThat(twins.horde.pending.isUsed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPredictionAddedWhileCorrectionsArePendingLearnsAsASingleLearner(HordeWorld.Kind kind) {
        HordeWorld world = new HordeWorld(26, 2, kind);
        double[] initial = world.cumulants(SIZE);
        try (Horde horde = new Horde(SIZE, 1, 1)) {
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

    @Test
    void aRemovedPredictionLeavesNothingPending() {
        HordeWorld world = new HordeWorld(27, 1, HordeWorld.Kind.SPARSE);
        try (Horde horde = new Horde(SIZE, 1, 1)) {
            HordeGroup group = horde.group(new Td(0.01));
            HordePrediction goes = group.add();
            for (int step = 0; step < 100; step++) {
                horde.update(world.next(), new double[] {1});
            }
            assertThat(goes.weights()).isNotEqualTo(new double[SIZE]);
            horde.remove(goes);
            assertThat(group.add().weights()).isEqualTo(new double[SIZE]);
        }
    }
}
