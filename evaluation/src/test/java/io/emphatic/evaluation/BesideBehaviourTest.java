package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.experience.Features;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Targets compared with the policy that ran, and weights that cannot be right. */
class BesideBehaviourTest {

    /** Episodes of four rows with reward 1, half of them cut after two. */
    private static EvaluationResult cutLog(double ratio, int features) {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)), features, 0, 0.0, null, false, Declarations.NONE, null);
        Evaluation evaluation = Evaluation.of(settings);
        LoggedRow row = new LoggedRow(settings);
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            SplittableRandom random = new SplittableRandom(1);
            for (int episode = 0; episode < 300; episode++) {
                boolean cut = episode % 2 == 0;
                int rows = cut ? 2 : 4;
                for (int t = 0; t < rows; t++) {
                    row.ratio(0, ratio).reward(random.nextInt(3)).discount(0.9).lambda(0);
                    row.first(t == 0).starts(t == 0).terminated(!cut && t == 3).truncated(cut && t == 1);
                    evaluation.accept(row.features(features == 0 ? null : Features.dense(1, t)));
                }
            }
            evaluation.endPass();
        }
        return evaluation.result();
    }

    @Test
    void thePolicyThatRanEarnsNoMoreThanItselfWhereEpisodesAreCut() {
        for (int features : new int[] {0, 2}) {
            PolicyComparison comparison = cutLog(1, features).comparisons().get(0);
            assertThat(comparison.b()).isEqualTo("behaviour");
            assertThat(comparison.difference()).isZero();
            assertThat(comparison.stderr()).isZero();
            assertThat(comparison.low()).isCloseTo(0, within(0.0));
        }
    }

    @Test
    void equalWeightsThatAreNotOneAreNotTrusted() {
        TargetResult target = cutLog(1.5, 0).targets().get(0);
        assertThat(target.verdict()).isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(target.reasons()).anyMatch(reason -> reason.contains("the ratios have a mean of 1.50 instead of 1"));
        assertThat(cutLog(1, 0).targets().get(0).reasons()).noneMatch(reason -> reason.contains("ratios have a mean"));
    }

    @Test
    void returnsBeyondTheRangeOfNumbersLeaveNoComparisonAndSayWhatIsAbsent() {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)), 0, 0, 0.0, null, false, Declarations.NONE, null);
        Evaluation evaluation = Evaluation.of(settings);
        LoggedRow row = new LoggedRow(settings);
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            for (int episode = 0; episode < 40; episode++) {
                boolean huge = episode % 2 == 0;
                row.ratio(0, huge ? 0 : 2)
                        .reward(huge ? 1e308 : episode)
                        .discount(1)
                        .lambda(0);
                evaluation.accept(row.first(true).starts(true).terminated(true).truncated(false));
            }
            evaluation.endPass();
        }
        EvaluationResult result = evaluation.result();
        assertThat(result.comparisons()).isEmpty();
        assertThat(result.findings()).anyMatch(finding -> finding.contains("absent: behaviour"));
    }
}
