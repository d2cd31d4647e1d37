package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final ReturnRange UNIT = new ReturnRange(0, 1);
    private static final double[] OWN = {0.9, 0.5, 0.1}; // how often each policy takes the first of two actions

    /** Decisions of a fair coin: the first action earns 1 with this probability, the second with ½. */
    private static double[] weights(SplittableRandom random) {
        boolean first = random.nextBoolean();
        double[] weights = new double[OWN.length];
        for (int k = 0; k < OWN.length; k++) {
            weights[k] = 2 * (first ? OWN[k] : 1 - OWN[k]);
        }
        return weights;
    }

    private static double reward(double[] weights, double mean, SplittableRandom random) {
        return random.nextDouble() < (weights[0] > 1 ? mean : 0.5) ? 1 : 0;
    }

    @Test
    void theWorseAreDroppedAndTheBestStaysInTheRace() {
        Race race = new Race(UNIT, List.of("best", "middle", "worst"));
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 20_000; k++) {
            double[] weights = weights(random);
            race.add(weights, reward(weights, 0.8, random), true);
        }
        List<Race.Racer> racers = race.racers();
        assertThat(racers.get(0).droppedAt()).isNull();
        assertThat(racers.get(2).droppedAt()).isLessThan(racers.get(1).droppedAt());
        assertThat(racers.get(1).droppedBy()).isEqualTo("best");
        assertThat(racers.get(0).low()).isBetween(0.7, 0.77); // its value is 0.77
        assertThat(racers.get(0).high()).isBetween(0.77, 0.84);
    }

    /** All are the best: 200 streams of 2,000 episodes, looked at after each of them. */
    @Test
    void ofEqualPoliciesHardlyOneIsEverDropped() {
        int dropped = 0;
        for (int stream = 0; stream < 200; stream++) {
            Race race = new Race(UNIT, List.of("a", "b", "c"));
            SplittableRandom random = new SplittableRandom(stream);
            for (int k = 0; k < 2_000; k++) {
                double[] weights = weights(random);
                race.add(weights, reward(weights, 0.5, random), true);
            }
            dropped += race.isIn(0) && race.isIn(1) && race.isIn(2) ? 0 : 1;
        }
        assertThat(dropped).isLessThanOrEqualTo(10);
    }

    @Test
    void aRaceThatIsRestoredGoesOnWithTheSameBits() {
        Race whole = new Race(UNIT, List.of("best", "middle", "worst"));
        Race first = new Race(UNIT, List.of("best", "middle", "worst"));
        Race second = new Race(UNIT, List.of("best", "middle", "worst"));
        SplittableRandom random = new SplittableRandom(4);
        for (int k = 0; k < 4_000; k++) {
            double[] weights = weights(random);
            double reward = reward(weights, 0.9, random);
            whole.add(weights, reward, k % 10 > 0);
            (k < 2_500 ? first : second).add(weights, reward, k % 10 > 0);
            if (k == 2_499) {
                assertThat(first.isIn(2)).isFalse();
                second.restore(first.numbers());
            }
        }
        assertThat(second.numbers()).isEqualTo(whole.numbers());
        assertThat(second.racers()).isEqualTo(whole.racers());
    }

    @Test
    void aPolicyThatJoinsStartsTheRaceAnewAndLeavesTheIntervals() {
        Race before = new Race(UNIT, List.of("best", "worst"));
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < 3_000; k++) {
            double[] weights = weights(random);
            before.add(new double[] {weights[0], weights[2]}, reward(weights, 0.9, random), true);
        }
        assertThat(before.isIn(1)).isFalse();
        Race after = new Race(UNIT, List.of("joins", "worst", "best"));
        after.keepValues(before);
        assertThat(after.isIn(1)).isTrue();
        assertThat(after.racers().get(2).low()).isEqualTo(before.racers().get(0).low());
        assertThat(after.racers().get(0).low()).isZero();
    }

    @Test
    void anEvaluationRacesItsTargetsInTheOrderOfTheLog() {
        List<EvaluationTarget> targets = List.of(
                new EvaluationTarget("best", false),
                new EvaluationTarget("middle", false),
                new EvaluationTarget("worst", false));
        Race race = new Race(UNIT, List.of("best", "middle", "worst"));
        SplittableRandom random = new SplittableRandom(2);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int k = 0; k < 3_000; k++) {
            double[] weights = weights(random);
            double reward = reward(weights, 0.9, random);
            race.add(weights, reward, true);
            lives.add(new PlainLog.Life(
                    List.of(new PlainLog.Row(true, weights, new double[3][], -1, reward, 1, 0, new double[0])),
                    true,
                    false));
        }
        EvaluationResult result = new PlainLog(
                        new EvaluationSettings(targets, 0, 0, 0.0, UNIT, false, Declarations.NONE, null), lives)
                .evaluate();
        assertThat(result.anytime()).isEqualTo(race.racers());
        assertThat(result.anytime().get(2).droppedAt()).isNotNull();
        assertThat(new PlainLog(new EvaluationSettings(targets, 0, 0, 0.0, null, false, Declarations.NONE, null), lives)
                        .evaluate()
                        .anytime())
                .isNull();
    }
}
