package io.emphatic.horde;

import static io.emphatic.horde.HordeWorld.RULES;
import static io.emphatic.horde.HordeWorld.SIZE;
import static io.emphatic.horde.HordeWorld.large;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.emphatic.Config;
import io.emphatic.Drift;
import io.emphatic.Etd;
import io.emphatic.ExplicitLearners;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HordeTest {

    /** Each cumulant still goes to its own prediction. */
    @Test
    void predictionsAfterARemovedOneMoveUp() {
        Horde horde = new Horde(1);
        HordeGroup group = horde.group(new Td(0.5));
        HordePrediction first = group.add();
        HordePrediction second = group.add();
        HordePrediction third = group.add();
        Transition t = new Transition();
        for (int step = 0; step < 60; step++) {
            t.start(Features.binary(1, 0), 0, 1);
            t.ratio(1);
            t.arrive(0, Features.none(1), 0, 0, 0);
            horde.update(new Transition[] {t}, step < 30 ? new double[] {1, 2, 3} : new double[] {2, 3});
            if (step == 29) {
                assertThat(first.weights()[0]).isCloseTo(1, within(1e-6));
                horde.remove(first);
            }
        }
        assertThat(second.weights()[0]).isCloseTo(2, within(1e-6));
        assertThat(third.weights()[0]).isCloseTo(3, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPredictionInAHordeEqualsTheSamePredictionAlone(boolean dense) {
        HordeWorld world = new HordeWorld(1, RULES.size(), dense);
        Horde horde = new Horde(SIZE);
        List<HordePrediction> predictions = new ArrayList<>();
        List<HordeWorld.Alone> alone = new ArrayList<>();
        for (Config config : RULES) {
            HordeGroup group = horde.group(config);
            for (StepSize stepSize : List.of(StepSize.constant(0.001), StepSize.decaying(1, 1000))) {
                predictions.add(group.add(stepSize));
                Map<String, Double> parameters = config.parameters();
                parameters.put("step_size", stepSize.constant());
                parameters.put("c1", stepSize.c1());
                parameters.put("c2", stepSize.c2());
                alone.add(new HordeWorld.Alone(config.algorithm().configure(parameters)));
            }
        }
        for (int step = 0; step < 8_000; step++) {
            Transition[] steps = world.next();
            double[] cumulants = world.cumulants(predictions.size());
            horde.update(steps, cumulants);
            for (int p = 0; p < alone.size(); p++) {
                alone.get(p).update(world, p / 2, cumulants[p]);
            }
        }
        for (int p = 0; p < alone.size(); p++) {
            Learner learner = alone.get(p).learner;
            HordePrediction prediction = predictions.get(p);
            assertThat(prediction.divergedAt()).isEmpty();
            assertThat(Drift.distance(prediction.weights(), learner.weights()))
                    .as(learner.config().toString())
                    .isLessThan(1e-9);
            assertThat(prediction.steps()).isEqualTo(8_000);
            assertThat(prediction.predict(world.phi[3])).isCloseTo(learner.predict(world.phi[3]), within(1e-9));
            assertThat((Double) prediction.group().followOn()).isEqualTo((Double) learner.followOn());
        }
    }

    @ParameterizedTest(name = "n = {0}")
    @ValueSource(ints = {40, 80})
    void aLearnerRestoredFromAPredictionContinuesAsThePredictionWould(int size) {
        Features[] phi = new Features[10];
        Arrays.setAll(phi, s -> Features.binary(size, s, 10 + 2 * s, 39 - s));
        Horde horde = new Horde(size);
        HordePrediction stays = horde.group(new Etd(0.5)).add(StepSize.decaying(1, 500));
        Learner leaves = null;
        Transition t = new Transition();
        t.start(phi[0], 0.5, 1);
        for (int step = 1; step < 4_000; step++) {
            t.ratio(step % 3 * 0.9);
            t.arrive(1, phi[step * 7 % 10], step % 11 == 0 ? 0 : 0.9, 0.8, 1);
            if (step == 2_000) {
                leaves = stays.snapshot().restore();
                assertThat(Drift.distance(leaves.weights(), stays.weights())).isLessThan(1e-14);
            }
            horde.update(new Transition[] {t}, new double[] {1});
            if (leaves != null) {
                leaves.update(t);
            }
        }
        assertThat(leaves.steps()).isEqualTo(stays.steps());
        assertThat(Drift.distance(leaves.weights(), stays.weights())).isLessThan(1e-9);
    }

    @Test
    void predictionsComeAndGoWithoutDisturbingTheOthers() {
        HordeWorld world = new HordeWorld(5, 2, false);
        Horde horde = new Horde(SIZE);
        Horde undisturbed = new Horde(SIZE);
        HordeGroup group = horde.group(new Etd(0.001));
        HordePrediction stays = group.add();
        HordeGroup other = horde.group(new Td(0.01));
        HordePrediction goes = other.add();
        HordePrediction expected = undisturbed.group(new Etd(0.001)).add();
        for (int step = 0; step < 300; step++) {
            Transition[] steps = world.next();
            horde.update(steps, new double[] {1, 2});
            undisturbed.update(new Transition[] {steps[0]}, new double[] {1});
        }
        horde.remove(goes);
        HordePrediction joined = group.add(StepSize.constant(0.01), new double[SIZE]);
        HordeGroup late = horde.group(new Td(0.01));
        HordePrediction comes = late.add();
        HordeWorld.Alone alone = new HordeWorld.Alone(new Td(0.01));
        world.addGroup();
        for (int step = 0; step < 300; step++) {
            Transition[] steps = world.next();
            horde.update(steps, new double[] {1, 4, 3});
            undisturbed.update(new Transition[] {steps[0]}, new double[] {1});
            alone.update(world, 2, 3);
        }
        assertThat(stays.weights()).isEqualTo(expected.weights());
        assertThat(Drift.distance(comes.weights(), alone.learner.weights())).isLessThan(1e-9);
        assertThat(joined.steps()).isEqualTo(300);
        assertThat(joined.weights()).matches(ExplicitLearners::finite).isNotEqualTo(new double[SIZE]);
        assertThat(horde.predictions()).containsExactly(stays, joined, comes);
        assertThatThrownBy(goes::weights).hasMessageContaining("removed");

        horde.remove(group);
        assertThat(horde.predictions()).containsExactly(comes);
        assertThat(horde.groups()).containsExactly(other, late);
    }

    @Test
    void groupsMayEachMakeTheirOwnFeaturesOfAnEnd() {
        Features phi = Features.binary(SIZE, 1, 2);
        Horde horde = new Horde(SIZE);
        HordePrediction first = horde.group(new Td(0.5)).add();
        HordePrediction second = horde.group(new Td(0.5)).add();
        Transition[] steps = {new Transition(), new Transition()};
        for (int episode = 0; episode < 50; episode++) {
            for (Transition t : steps) {
                t.start(phi, 0, 1);
                t.ratio(1);
                t.arrive(0, Features.binary(SIZE), 0, 0, 0);
            }
            horde.update(steps, new double[] {1, 3});
            for (Transition t : steps) {
                t.ratio(1);
                t.arrive(0, phi, 0, 0, 1);
            }
            horde.update(steps, new double[] {7, 7});
        }
        assertThat(first.predict(phi)).isCloseTo(1, within(1e-9));
        assertThat(second.predict(phi)).isCloseTo(3, within(1e-9));
    }

    @Test
    void updateOfAHordeAllocatesNothing() {
        HordeWorld world = new HordeWorld(9, 4, false);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Horde horde = large();
        double[] cumulants = world.cumulants(4 * 371);
        for (int step = 0; step < 100; step++) {
            horde.update(world.next(), cumulants); // loads every class, folds
        }
        long allocated = 0;
        for (int step = 0; step < 100; step++) {
            Transition[] steps = world.next();
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            horde.update(steps, cumulants);
            allocated += threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        }
        assertThat(allocated).isZero();
    }
}
