package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.SimulatedProblem;
import io.emphatic.lab.SimulatedStep;
import io.emphatic.lab.study.PreparedProblem.Passage;
import io.emphatic.lab.study.PreparedSimulation.DrawnWalk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What a study keeps of a simulated problem, and how long it draws. */
class SimulatedStudyTest {

    /** Episodes of this many steps, with a random reward at each. */
    private static final class Countdown implements SimulatedProblem<Integer> {
        private final int length;
        private final AtomicLong targetSteps = new AtomicLong();

        Countdown(int length) {
            this.length = length;
        }

        @Override
        public String name() {
            return "countdown";
        }

        @Override
        public String summary() {
            return "counts down";
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public Integer start(RandomGenerator random) {
            return length;
        }

        @Override
        public SimulatedStep<Integer> step(Integer state, RandomGenerator random) {
            return new SimulatedStep<>(state == 1 ? null : Integer.valueOf(state - 1), random.nextDouble() - 0.5, 1, 1);
        }

        @Override
        public SimulatedStep<Integer> targetStep(Integer state, RandomGenerator random) {
            targetSteps.incrementAndGet();
            return step(state, random);
        }

        @Override
        public Features features(Integer state) {
            return Features.binary(2, state % 2);
        }

        @Override
        public double discount(Integer state) {
            return 1;
        }
    }

    private static WalkCache walks(SimulatedProblem<?> problem, int runs, int steps) {
        return new WalkCache(new Study(problem, runs, steps, 1, steps, List.of(), false, 0));
    }

    @Test
    void walksAreKeptAndEqualWhereTheyAreDrawnAnew() {
        WalkCache walks = walks(new Countdown(10), 10, 1_000);
        assertThat(walks.of(0) == walks.of(0)).isTrue();
        List<Double> rewards = rewards(walks.of(3));
        assertThat(rewards(walks(new Countdown(10), 10, 1_000).of(3))).isEqualTo(rewards);
    }

    /** A round of 64 returns from each of 256 states would be some 160 million steps; ten million are enough. */
    @Test
    void longReturnsAreNotDrawnForMuchLongerThanAllowed() {
        Countdown problem = new Countdown(20_000);
        SampledTruth truth = walks(problem, 1, 100).problem().sampledTruth().orElseThrow();
        assertThat(problem.targetSteps.get()).isBetween(5_000_000L, 16_000_000L);
        assertThat(truth.values()).hasSize(256).allSatisfy(estimate -> assertThat(estimate.stderr())
                .isPositive());
    }

    @Test
    void freshSeedsDoNotDrawTheTrueValuesAgain() {
        Countdown problem = new Countdown(10);
        Study study = new Study(problem, 2, 100, 1, 100, List.of(), false, 0);
        WalkCache walks = new WalkCache(study);
        long drawn = problem.targetSteps.get();
        WalkCache fresh = walks.onFreshSeeds();
        assertThat(problem.targetSteps.get()).isEqualTo(drawn).isPositive();
        assertThat(fresh.purpose()).isEqualTo(RandomPurpose.RERUN);
        assertThat(rewards(fresh.of(0))).isNotEqualTo(rewards(walks.of(0)));
    }

    private static List<Double> rewards(Walk walk) {
        return ((DrawnWalk) walk)
                .arrivals().stream().map(DrawnWalk.Taken::reward).toList();
    }

    /** One density above one, and no number of the walk is taken for a probability. */
    @Test
    void aWalkHasProbabilitiesOrDensitiesNotBoth() {
        DrawnWalk.Visited state = new DrawnWalk.Visited(Features.binary(2, 0), 1, 0, 1);
        DrawnWalk.Taken low = new DrawnWalk.Taken(0.5, 0.8, 0, state);
        DrawnWalk.Taken high = new DrawnWalk.Taken(0.5, 1.6, 0, state);
        List<DrawnWalk.Visited> starts = Arrays.asList(state, null);
        PreparedSimulation<Integer> prepared = new PreparedSimulation<>(new Countdown(10), 1);
        assertThat(learned(prepared, new DrawnWalk(starts, List.of(low, low)))).containsExactly(0.5, 0.5);
        assertThat(learned(prepared, new DrawnWalk(starts, List.of(low, high)))).containsOnlyNulls();
    }

    /** π of each step as a learner sees it; null where it is not known. */
    private static List<Double> learned(PreparedSimulation<Integer> prepared, DrawnWalk walk) {
        Passage passage = prepared.questions().get(0).along(walk, Double.NaN);
        Transition transition = new Transition();
        passage.start(0, transition);
        List<Double> probabilities = new ArrayList<>();
        for (int t = 0; t < walk.steps(); t++) {
            passage.advance(t, transition);
            probabilities.add(transition.hasProbabilities() ? transition.pi() : null);
        }
        return probabilities;
    }
}
