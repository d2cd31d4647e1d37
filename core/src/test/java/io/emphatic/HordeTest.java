package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HordeTest {
    private static final int SIZE = 80;
    private static final int STATES = 40;

    /** A stream of states seen by several groups, each with its own policy, discount, λ and interest. */
    private static final class World {
        final SplittableRandom random;
        final Features[] phi = new Features[STATES];
        final List<Transition> steps = new ArrayList<>();
        final boolean dense;
        int state;

        World(long seed, int groups, boolean dense) {
            random = new SplittableRandom(seed);
            this.dense = dense;
            for (int s = 0; s < STATES; s++) {
                int[] indices = random.ints(0, SIZE).distinct().limit(5 + s % 4).toArray();
                phi[s] = dense
                        ? Features.dense(random.doubles(SIZE, -1, 1).toArray())
                        : s % 2 == 0
                                ? Features.binary(SIZE, indices)
                                : Features.sparse(
                                        SIZE,
                                        indices,
                                        random.doubles(indices.length, -1, 1).toArray());
            }
            for (int g = 0; g < groups; g++) {
                addGroup();
            }
        }

        void addGroup() {
            Transition t = new Transition();
            t.start(phi[state], lambda(steps.size(), state), interest(steps.size(), state));
            steps.add(t);
        }

        private double gamma(int g, int s) {
            return (s + g) % 9 == 0 ? 0 : 0.5 + 0.49 * ((s * 7 + g) % 5) / 4;
        }

        private double lambda(int g, int s) {
            return ((s * 3 + g) % 4) / 3.0;
        }

        private double interest(int g, int s) {
            return (s + g) % 3;
        }

        Transition[] next() {
            int to = random.nextInt(STATES);
            for (int g = 0; g < steps.size(); g++) {
                double mu = 0.3 + 0.7 * random.nextDouble();
                double pi = random.nextInt(10) == 0 ? 0 : random.nextDouble();
                steps.get(g).action(pi, mu);
                steps.get(g).arrive(0, phi[to], gamma(g, to), lambda(g, to), interest(g, to));
            }
            state = to;
            return steps.toArray(Transition[]::new);
        }

        double[] cumulants(int count) {
            return random.doubles(count, -1, 1).toArray();
        }
    }

    /** A prediction of its own: the same transition with the cumulant as its reward. */
    private static final class Alone {
        final Learner learner;
        final Transition t = new Transition();
        boolean started;

        Alone(Config config) {
            learner = config.learner(SIZE);
        }

        /** Learns the step that group g of the world has just made. */
        void update(World world, int g, double cumulant) {
            Transition shared = world.steps.get(g);
            if (!started) {
                t.start(shared.phi(), shared.lambda(), shared.interest());
                started = true;
            }
            t.action(shared.pi(), shared.mu());
            t.arrive(
                    cumulant,
                    shared.phiNext(),
                    shared.gammaNext(),
                    shared.lambdaNext(),
                    world.interest(g, world.state));
            learner.update(t);
        }
    }

    private static final List<Config> RULES = List.of(
            new Etd(0.002),
            new Td(0.01),
            new EtdBeta(0.002, 0.5),
            new TruncatedEtd(0.002, 3),
            new TreeBackup(0.01),
            new Vtrace(0.01),
            new Abtd(0.01, 0.5, 1, 2),
            new InterestTd(0.002));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPredictionInAHordeEqualsTheSamePredictionAlone(boolean dense) {
        World world = new World(1, RULES.size(), dense);
        try (Horde horde = new Horde(SIZE)) {
            List<HordePrediction> predictions = new ArrayList<>();
            List<Alone> alone = new ArrayList<>();
            for (Config config : RULES) {
                HordeGroup group = horde.group(config);
                for (StepSize stepSize : List.of(StepSize.constant(0.001), StepSize.decaying(1, 1000))) {
                    predictions.add(group.add(stepSize));
                    Map<String, Double> parameters = config.parameters();
                    stepSize.putInto(parameters);
                    alone.add(new Alone(config.algorithm().configure(parameters)));
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
    }

    @ParameterizedTest(name = "n = {0}")
    @ValueSource(ints = {40, 80})
    void aPredictionCanLeaveAsALearnerThatGoesOn(int size) {
        Features[] phi = new Features[10];
        Arrays.setAll(phi, s -> Features.binary(size, s, 10 + 2 * s, 39 - s));
        try (Horde horde = new Horde(size)) {
            HordePrediction stays = horde.group(new Etd(0.5)).add(StepSize.decaying(1, 500));
            Learner leaves = null;
            Transition t = new Transition();
            t.start(phi[0], 0.5, 1);
            for (int step = 1; step < 4_000; step++) {
                t.ratio(step % 3 * 0.9);
                t.arrive(1, phi[step * 7 % 10], step % 11 == 0 ? 0 : 0.9, 0.8, 1);
                if (step == 2_000) {
                    leaves = stays.snapshot().restore();
                    assertThat(Drift.distance(leaves.weights(), stays.weights()))
                            .isLessThan(1e-14);
                }
                horde.update(new Transition[] {t}, new double[] {1});
                if (leaves != null) {
                    leaves.update(t);
                }
            }
            assertThat(leaves.steps()).isEqualTo(stays.steps());
            assertThat(Drift.distance(leaves.weights(), stays.weights())).isLessThan(1e-9);
        }
    }

    @Test
    void singlePrecisionIsNear() {
        World world = new World(2, 1, false);
        try (Horde horde = new Horde(SIZE, Horde.Precision.FLOAT, 1)) {
            HordePrediction prediction = horde.group(new Td(0.01)).add();
            Alone alone = new Alone(new Td(0.01));
            for (int step = 0; step < 8_000; step++) {
                Transition[] steps = world.next();
                double[] cumulants = world.cumulants(1);
                horde.update(steps, cumulants);
                alone.update(world, 0, cumulants[0]);
            }
            assertThat(Drift.distance(prediction.weights(), alone.learner.weights()))
                    .isBetween(1e-12, 1e-3);
        }
    }

    /** More predictions than fit into one tile, in groups that cross the borders of tiles. */
    private static Horde large(Horde.Precision precision, int threads) {
        Horde horde = new Horde(SIZE, precision, threads);
        for (int g = 0; g < 4; g++) {
            HordeGroup group = horde.group(RULES.get(g));
            for (int p = 0; p < 371; p++) {
                group.add(StepSize.constant(0.0001 * (1 + p % 7)));
            }
        }
        return horde;
    }

    private static byte[] bytes(Horde horde) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        horde.write(bytes);
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void theBytesDoNotDependOnTheNumberOfThreads(Horde.Precision precision) throws IOException {
        byte[] first = null;
        for (int threads : new int[] {1, 2, 5}) {
            World world = new World(3, 4, false);
            try (Horde horde = large(precision, threads)) {
                for (int step = 0; step < 120; step++) {
                    horde.update(world.next(), world.cumulants(4 * 371));
                }
                byte[] all = bytes(horde);
                assertThat(first == null || Arrays.equals(first, all)).isTrue();
                first = all;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHordeReadBackGoesOnToTheBit(Horde.Precision precision) throws IOException {
        World world = new World(4, 4, false);
        Horde interrupted = large(precision, 1);
        try (Horde uninterrupted = large(precision, 1)) {
            for (int step = 0; step < 400; step++) {
                if (step % 61 == 0) {
                    interrupted = Horde.read(new ByteArrayInputStream(bytes(interrupted)), 1);
                }
                Transition[] steps = world.next();
                double[] cumulants = world.cumulants(4 * 371);
                uninterrupted.update(steps, cumulants);
                interrupted.update(steps, cumulants);
            }
            assertThat(Arrays.equals(bytes(interrupted), bytes(uninterrupted))).isTrue();
        }
    }

    @Test
    void predictionsComeAndGoWithoutDisturbingTheOthers() {
        World world = new World(5, 2, false);
        try (Horde horde = new Horde(SIZE);
                Horde undisturbed = new Horde(SIZE)) {
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
            Alone alone = new Alone(new Td(0.01));
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
            assertThat(joined.weights()).matches(Bounds::finite).isNotEqualTo(new double[SIZE]);
            assertThat(horde.predictions()).containsExactly(stays, joined, comes);
            assertThatThrownBy(goes::weights).hasMessageContaining("removed");

            horde.remove(group);
            assertThat(horde.predictions()).containsExactly(comes);
            assertThat(horde.groups()).containsExactly(other, late);
        }
    }

    @Test
    void onePredictionMayDivergeAndTheOthersGoOn() {
        World world = new World(6, 1, false);
        try (Horde horde = new Horde(SIZE)) {
            HordeGroup group = horde.group(new Td(0.01));
            HordePrediction steady = group.add();
            HordePrediction rash = group.add(StepSize.constant(1e6));
            Alone alone = new Alone(new Td(0.01));
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

    @Test
    void aFollowOnThatOverflowsStopsItsGroupOnly() {
        Features phi = Features.binary(SIZE, 1, 2);
        try (Horde horde = new Horde(SIZE)) {
            HordePrediction doomed = horde.group(new Etd(1e-300)).add();
            HordePrediction safe = horde.group(new Td(0.01)).add();
            Transition[] steps = {new Transition(), new Transition()};
            steps[0].start(phi, 0, 1);
            steps[1].start(phi, 0, 1);
            for (int step = 0; step < 2_000; step++) {
                steps[0].ratio(2);
                steps[1].ratio(1);
                steps[0].arrive(0, phi, 1, 0, 1);
                steps[1].arrive(0, phi, 0.5, 0, 1);
                horde.update(steps, new double[] {1, 1});
            }
            assertThat(doomed.divergedAt()).isPresent();
            assertThat(doomed.weights()).matches(Bounds::finite);
            assertThat(safe.divergedAt()).isEmpty();
            assertThat(safe.predict(phi)).isCloseTo(2, within(1e-6));
            assertThatThrownBy(() -> doomed.group().add()).hasMessageContaining("diverged");
        }
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingChanges() throws IOException {
        World world = new World(7, 2, false);
        try (Horde horde = new Horde(SIZE)) {
            HordeGroup group = horde.group(new TreeBackup(0.01));
            group.add();
            horde.group(new Td(0.01)).add();
            Transition[] steps = world.next();
            horde.update(steps, new double[] {1, 2});
            byte[] before = bytes(horde);

            assertThatThrownBy(() -> horde.update(steps, new double[] {1}))
                    .hasMessageContaining("as many transitions and cumulants");
            assertThatThrownBy(() -> horde.update(steps, new double[] {1, Double.NaN}))
                    .hasMessage("cumulant 1 is not a finite number: NaN");
            assertThatThrownBy(() -> horde.update(new Transition[] {steps[0], new Transition()}, new double[2]))
                    .hasMessageContaining("no whole step");
            Transition elsewhere = new World(8, 1, false).next()[0];
            assertThatThrownBy(() -> horde.update(new Transition[] {steps[0], elsewhere}, new double[2]))
                    .hasMessageContaining("share their features");
            assertThatThrownBy(() -> horde.group(new Gtd(0.1, 1))).hasMessageContaining("gtd");
            assertThatThrownBy(() -> horde.group(new Td(StepSize.constant(0.1), Limits.clip(1))))
                    .hasMessageContaining("clip");
            assertThatThrownBy(() -> new Horde(SIZE, Horde.Precision.DOUBLE, 0)).hasMessageContaining("thread");
            assertThatThrownBy(() -> group.add(StepSize.constant(1), new double[3]))
                    .hasMessageContaining("initial weights");
            assertThat(bytes(horde)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aClosedHordeRefusesToLearnAndStillAnswers(int threads) {
        World world = new World(10, 4, false);
        Horde horde = large(Horde.Precision.DOUBLE, threads);
        double[] cumulants = world.cumulants(4 * 371);
        horde.update(world.next(), cumulants);
        horde.close();
        assertThatThrownBy(() -> horde.update(world.next(), cumulants))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(horde.predictions().get(0).weights()).matches(Bounds::finite);
    }

    @ParameterizedTest(name = "written and read back: {0}")
    @ValueSource(booleans = {false, true})
    void aLearnerThatLeftRemembersItsInitialWeights(boolean readBack) throws IOException {
        World world = new World(11, 1, false);
        double[] initial = world.cumulants(SIZE);
        try (Horde horde = new Horde(SIZE)) {
            HordeGroup group = horde.group(new Td(0.01));
            group.add(StepSize.constant(0.02), initial);
            group.add();
            horde.update(world.next(), new double[] {1, 1});
            try (Horde asked = readBack ? read(bytes(horde)) : horde) {
                Learner left = asked.predictions().get(0).snapshot().restore();
                assertThat(left.weights()).isNotEqualTo(initial);
                left.reset();
                assertThat(left.weights()).isEqualTo(initial);
                assertThat(left.steps()).isZero();
                Learner second = asked.predictions().get(1).snapshot().restore();
                second.reset();
                assertThat(second.weights()).isEqualTo(new double[SIZE]);
            }
        }
    }

    @Test
    void groupsMayEachMakeTheirOwnFeaturesOfATerminalState() {
        Features phi = Features.binary(SIZE, 1, 2);
        try (Horde horde = new Horde(SIZE)) {
            HordePrediction first = horde.group(new Td(0.5)).add();
            HordePrediction second = horde.group(new Td(0.5)).add();
            Transition[] steps = {new Transition(), new Transition()};
            for (int episode = 0; episode < 50; episode++) {
                for (Transition t : steps) {
                    t.start(phi, 0, 1);
                    t.ratio(1);
                    t.arrive(0, Features.none(SIZE), 0, 0, 0);
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
    }

    @Test
    void whatIsMissingIsNamed() {
        try (Horde horde = new Horde(SIZE)) {
            assertThatThrownBy(() -> horde.reserve(-5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-5");
            assertThatThrownBy(() -> horde.group(null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("config");
            assertThatThrownBy(() -> horde.update(null, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("transitions");
            assertThatThrownBy(() -> horde.update(new Transition[0], null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cumulants");
            horde.group(new Td(0.1));
            assertThatThrownBy(() -> horde.update(new Transition[1], new double[0]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("transition of group 0");
            assertThatThrownBy(() -> new Horde(SIZE, null, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void updateAllocatesNothing() {
        World world = new World(9, 4, false);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Horde horde = large(Horde.Precision.DOUBLE, 1)) {
            double[] cumulants = world.cumulants(4 * 371);
            for (int step = 0; step < 100; step++) {
                horde.update(world.next(), cumulants); // loads every class, folds
            }
            long allocated = 0;
            for (int step = 0; step < 100; step++) {
                Transition[] steps = world.next();
                long before =
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                horde.update(steps, cumulants);
                allocated +=
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            }
            assertThat(allocated).isZero();
        }
    }

    @Test
    void damageIsNoticed() throws IOException {
        byte[] whole;
        try (Horde horde = new Horde(SIZE)) {
            horde.group(new Etd(0.1)).add();
            whole = bytes(horde);
        }
        for (int at : new int[] {0, 9, 13, 17, 30, whole.length / 2, whole.length - 1}) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x55;
            assertThatThrownBy(() -> read(damaged)).as("byte %d", at).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 3))).hasMessageContaining("ends too early");
    }

    private static Horde read(byte[] bytes) throws IOException {
        return Horde.read(new BufferedInputStream(new ByteArrayInputStream(bytes)), 1);
    }
}
