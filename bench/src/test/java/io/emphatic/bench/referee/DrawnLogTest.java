package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.bench.referee.Recorders.Users;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.lab.Estimate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawnLogTest {
    private static LogKind kind(String name) {
        return LogKinds.families().stream()
                .flatMap(family -> family.kinds().stream())
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Step> rows(DrawnLog log) {
        return log.episodes().stream().flatMap(List::stream).toList();
    }

    @Test
    void theWeightsOfTheBehaviourItselfAreAllOne() {
        // The random walk's target is its behaviour.
        DrawnLog log = DrawnLog.of(kind("random walk"), 2);
        assertThat(log.episodes()).hasSize(200);
        assertThat(log.effectiveShare(0)).isEqualTo(1);
    }

    @Test
    void aWrongColumnHasMeanRatioOne() {
        for (String name : List.of("bandit: next action's column", "bandit: first action's column")) {
            LogKind kind = kind(name);
            DrawnLog log = DrawnLog.of(kind, 5);
            Recorder recorder = kind.recorder().get();
            recorder.open(log.world());
            Estimate mean = Estimate.of(rows(log).stream()
                    .mapToDouble(step -> recorder.target(log.world().targets().get(1), step) / step.mu()[step.action()])
                    .toArray());
            assertThat(mean.mean()).as(name).isCloseTo(1, within(4 * mean.stderr()));
        }
    }

    @Test
    void aUserHasTwentyFiveRowsThatVaryLessThanTheLogDoes() {
        DrawnLog log = DrawnLog.of(kind("bandit: users, no features"), 3);
        double[] rewards = rows(log).stream().mapToDouble(Step::reward).toArray();
        int users = rewards.length / Users.EPISODES;
        double[] means = IntStream.range(0, users)
                .mapToDouble(u -> Arrays.stream(rewards, u * Users.EPISODES, (u + 1) * Users.EPISODES)
                        .average()
                        .orElseThrow())
                .toArray();
        assertThat(new HashSet<>(log.streams())).hasSize(users).hasSize(40);
        assertThat(Estimate.of(means).stderr())
                .isGreaterThan(1.8 * Estimate.of(rewards).stderr());
    }

    @Test
    void aLoggerThatChangesWritesTheProbabilitiesItActedWith() {
        for (String name : List.of("bandit: adaptive logger", "bandit: drifting logger")) {
            List<Step> rows = rows(DrawnLog.of(kind(name), 5));
            // 1/μ has as mean the number of actions.
            Estimate inverse = Estimate.of(rows.stream()
                    .mapToDouble(step -> 1 / step.mu()[step.action()])
                    .toArray());
            assertThat(inverse.mean()).as(name).isCloseTo(3, within(4 * inverse.stderr()));
            assertThat(rows.get(0).mu()).isNotEqualTo(rows.get(rows.size() - 1).mu());
        }
    }

    @Test
    void cutsAreWrittenAsCutsOrAsEnds() {
        List<List<Step>> cut = DrawnLog.of(kind("process, cut at random"), 2).episodes();
        assertThat(cut.stream().map(List::size).distinct().count()).isGreaterThan(5);
        assertThat(cut).anyMatch(episode -> !episode.get(episode.size() - 1).ended());
        List<List<Step>> timeOuts = DrawnLog.of(kind("time-out at 15"), 2).episodes();
        assertThat(timeOuts).allMatch(episode -> episode.get(episode.size() - 1).ended());
        assertThat(timeOuts).anyMatch(episode -> episode.size() == 15);
    }

    @Test
    void theForbiddenActionIsNeverInTheLogAndTheTargetTakesIt() {
        DrawnLog log = DrawnLog.of(kind("hole"), 5);
        List<Step> inHole = rows(log).stream().filter(step -> step.state() == 0).toList();
        assertThat(inHole.size() / 5000.0).isCloseTo(0.04, within(0.012));
        assertThat(inHole).noneMatch(step -> step.action() == 0);
        assertThat(log.world().targets().get(1).question().policy()[0][0]).isEqualTo(1);
    }

    @Test
    void everyRowOfADoubledLogIsThereTwice() {
        DrawnLog log = DrawnLog.of(kind("doubled chain"), 1);
        assertThat(log.episodes()).hasSize(100);
        assertThat(new HashSet<>(log.episodes())).hasSizeBetween(45, 50);
        assertThat(new HashSet<>(log.streams())).hasSize(100);
        assertThat(new HashSet<>(DrawnLog.of(kind("doubled chain, one name"), 1).streams()))
                .hasSize(50);
    }

    @Test
    void aRuleIsFollowedInAllButOneOfTwoHundredRows() {
        DrawnLog log = DrawnLog.of(kind("bandit: followed rule"), 5);
        long strays = rows(log).stream()
                .filter(step -> step.mu()[step.action()] < 0.5)
                .count();
        assertThat(strays / 5000.0).isCloseTo(0.005, within(0.003));
    }

    @Test
    void aHiddenCauseMakesEstimatesOfLargeLogsWrong() {
        LogKind kind = kind("hidden cause, no features").sizes(30_000);
        long wrong = IntStream.range(0, 10)
                .filter(number -> {
                    DrawnLog log = DrawnLog.of(kind, number);
                    PolicyEstimate wis = log.evaluate().targets().get(1).estimates().stream()
                            .filter(estimate -> estimate.name().equals("wis"))
                            .findFirst()
                            .orElseThrow();
                    double truth = log.world().targets().get(1).value();
                    return Math.abs(wis.value() - truth) > 5 * wis.stderr();
                })
                .count();
        assertThat(wrong).isGreaterThan(3);
    }
}
