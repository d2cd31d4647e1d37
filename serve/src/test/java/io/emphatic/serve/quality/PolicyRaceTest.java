package io.emphatic.serve.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import io.emphatic.logs.file.SavedState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PolicyRaceTest {
    private static final ReturnRange UNIT = new ReturnRange(0, 1);
    private static final List<String> POLICIES = List.of("a", "b");

    private static void end(PolicyRace race, long episode, double a, double b, double returned) {
        race.report(0, episode, a, returned, true);
        race.report(1, episode, b, returned, true);
        race.endRow();
    }

    private static long begin(PolicyRace race) {
        long episode = race.begin();
        assertThat(race.begin()).isEqualTo(episode);
        race.endRow();
        return episode;
    }

    /** Episodes that bring nothing end at once, the others later: in the order of their ends all are bad at first. */
    @Test
    void episodesEnterInTheOrderInWhichTheyBegan() {
        PolicyRace race = new PolicyRace(UNIT, POLICIES);
        Race plain = new Race(UNIT, POLICIES);
        SplittableRandom random = new SplittableRandom(1);
        List<double[]> late = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            long episode = begin(race);
            double[] weights = random.nextBoolean() ? new double[] {1.8, 0.2} : new double[] {0.2, 1.8};
            double returned = random.nextBoolean() ? 1 : 0;
            plain.add(weights, returned, true);
            if (returned == 0) {
                end(race, episode, weights[0], weights[1], 0);
            } else {
                late.add(new double[] {episode, weights[0], weights[1]});
            }
        }
        assertThat(race.episodes()).isLessThan(10);
        assertThat(race.waiting()).isGreaterThan(60);
        late.forEach(one -> end(race, (long) one[0], one[1], one[2], 1));
        assertThat(race.episodes()).isEqualTo(200);
        assertThat(race.waiting()).isZero();
        assertThat(race.racers()).isEqualTo(plain.racers());
    }

    @Test
    void anEpisodeThatNeverEndsCountsAsCutOnceManyHaveOvertakenIt() {
        PolicyRace race = new PolicyRace(UNIT, POLICIES);
        long silent = begin(race);
        for (int k = 0; k < 300; k++) {
            end(race, begin(race), 1.5, 0.5, 1);
        }
        assertThat(race.waiting()).isZero();
        assertThat(race.episodes()).isEqualTo(301);
        List<Race.Racer> before = race.racers();
        end(race, silent, 1, 1, 0); // too late
        assertThat(race.racers()).isEqualTo(before);
        assertThat(race.episodes()).isEqualTo(301);
    }

    @Test
    void anEpisodeThatEndsForOnePolicyAloneIsCut() {
        PolicyRace race = new PolicyRace(UNIT, POLICIES);
        Race plain = new Race(UNIT, POLICIES);
        long episode = begin(race);
        race.report(0, episode, 2, 1, true);
        race.endRow();
        plain.add(new double[2], 0, false);
        assertThat(race.racers()).isEqualTo(plain.racers());
        race.report(1, episode, 2, 1, true);
        race.report(0, -1, 2, 1, true); // which began unseen
        race.endRow();
        assertThat(race.episodes()).isEqualTo(1);
    }

    @Test
    void whatWaitsIsSavedToo() throws IOException {
        PolicyRace race = new PolicyRace(UNIT, POLICIES);
        long first = begin(race);
        end(race, begin(race), 1.5, 0.5, 1);
        long third = begin(race);
        race.report(0, third, 0, 0, false);
        race.endRow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        race.exchange(new SavedState(new DataOutputStream(bytes)));
        PolicyRace other = new PolicyRace(UNIT, POLICIES);
        other.exchange(new SavedState(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
        assertThat(other.waiting()).isEqualTo(2);
        for (PolicyRace one : List.of(race, other)) {
            end(one, first, 0.5, 1.5, 0.25);
            assertThat(one.episodes()).isEqualTo(3);
        }
        assertThat(other.racers()).isEqualTo(race.racers());
    }

    @Test
    void aRaceThatBeginsBehindAnotherHasNothingThatWaits() {
        PolicyRace race = new PolicyRace(UNIT, POLICIES);
        begin(race);
        end(race, begin(race), 1, 1, 1);
        assertThat(race.waiting()).isEqualTo(1);
        race.beginBehind(new PolicyRace(UNIT, List.of("a", "c")));
        assertThat(race.waiting()).isZero();
        end(race, begin(race), 1, 1, 1);
        assertThat(race.episodes()).isEqualTo(1);
    }

    @Test
    void aRaceOfOtherPoliciesLeavesOutWhatBeganBefore() {
        PolicyRace before = new PolicyRace(UNIT, POLICIES);
        for (int k = 0; k < 50; k++) {
            end(before, begin(before), 1, 0.1, 1);
        }
        long open = begin(before);
        PolicyRace after = new PolicyRace(UNIT, List.of("b", "a", "c"));
        assertThat(after.isOf(before)).isFalse();
        after.beginBehind(before);
        end(after, open, 1, 1, 1);
        assertThat(after.episodes()).isZero();
        assertThat(after.racers().get(1).low())
                .isEqualTo(before.racers().get(0).low())
                .isPositive();
        long next = begin(after);
        assertThat(next).isGreaterThan(open);
    }
}
