package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.internal.verdict.ResultAssembly.UnseenRule;
import io.emphatic.evaluation.internal.weights.BalanceSums.Looked;
import io.emphatic.evaluation.log.ReturnRange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An estimate of 5 ± 0.2 from returns between 0 and 10: 0.3 · 0.2 / 10, so 0.6 % of the visits matter. */
class UnseenRuleTest {
    private static List<String> sentences(Looked looked, double effective, ReturnRange range) {
        return new UnseenRule(5, new IntervalRule.Ends(4.8, 5.2), 10, effective)
                .sentences(looked, " (context = 3)", 0.09, range);
    }

    @Test
    void whatTheTargetDoesAndTheLogNeverDidMattersByItsShare() {
        assertThat(sentences(new Looked(4, 0, 0, 0.01, 0.0059, 3), 500, null)).isEmpty();
        assertThat(sentences(new Looked(4, 0, 0, 0.01, 0.04, 3), 500, null))
                .containsExactly("In 4 % of the visits (context = 3) the target does what the log never did.");
    }

    @Test
    void missingWeightMattersBeyondItsErrorOrHalfOfItWhereNoFeatureTells() {
        assertThat(sentences(new Looked(4, 0, 0.03, 0.025, 0, -1), 500, null)).isEmpty();
        assertThat(sentences(new Looked(4, 0, 0.03, 0.023, 0, -1), 500, null)).hasSize(1);
        assertThat(sentences(new Looked(0, 0, 0.03, 0.049, 0, -1), 500, null)).isEmpty();
        assertThat(sentences(new Looked(0, 0, 0.03, 0.047, 0, -1), 500, null))
                .containsExactly("The ratios have a mean of 0.970: in about 3 % of the visits the log may never do what"
                        + " the target does.");
    }

    /** 3/60 of the episodes with a return of low instead of 5 move the value by (5 − low)/20; 0.8 is far. */
    @ParameterizedTest
    @CsvSource({"-10.9, 10, false", "-11.1, 10, true", "0, 21.1, true"})
    void theEndsOfTheDeclaredRangeMatterInASmallLog(double low, double high, boolean matters) {
        List<String> found = sentences(new Looked(4, 0, 0, 0.01, 0, -1), 60, new ReturnRange(low, high));
        assertThat(found).hasSize(matters ? 1 : 0);
        assertThat(found).allMatch(sentence -> sentence.contains("in up to 5 % of its episodes"));
    }

    @Test
    void withoutAnIntervalNothingIsSaid() {
        IntervalRule.Ends none = new IntervalRule.Ends(Double.NaN, Double.NaN);
        assertThat(new UnseenRule(5, none, 10, 60)
                        .sentences(new Looked(4, 0, 0.5, 0.01, 0.5, 3), "", 9, new ReturnRange(-99, 99)))
                .isEmpty();
    }
}
