package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.internal.targets.TermMoments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalRuleTest {
    private static IntervalRule rule(double stderr, double skewness, double kurtosis, double effective, long lives) {
        return IntervalRule.of(5, new TermMoments.Shape(stderr, skewness, kurtosis), effective, 5, false, lives);
    }

    @Test
    void normalTermsOfEvenWeightHaveStudentsIntervalALittleWider() {
        IntervalRule rule = rule(2, 0, 3, 11, 11);
        assertThat(rule.freedom()).isEqualTo(10);
        // t_{0.975, 10} = 2.2281388520
        assertThat(rule.below()).isCloseTo(1.15 * 2.2281388520 * 2, within(1e-8));
        assertThat(rule.above()).isEqualTo(rule.below());
    }

    @ParameterizedTest
    @CsvSource({"3, 100, 99", "5, 100, 50", "41, 100, 5", "101, 100, 2", "1000, 100, 1", "3, 12.5, 11.5", "3, 0.5, 1"})
    void freedomIsTheLeastOfLivesTermsAndWeights(double kurtosis, double effective, double freedom) {
        assertThat(rule(1, 0, kurtosis, effective, 100).freedom()).isCloseTo(freedom, within(1e-12));
    }

    @Test
    void skewedTermsMakeTheIntervalLongerOnTheirSideAlone() {
        double q = 1.9842169516; // t_{0.975, 99}
        double longer = (1 + 2 * q * q) * 1.5 / (6 * 10);
        IntervalRule right = rule(1, 1.5, 3, 100, 100);
        assertThat(right.below()).isCloseTo(1.15 * q, within(1e-8));
        assertThat(right.above()).isCloseTo(1.15 * (q + longer), within(1e-8));
        IntervalRule left = rule(1, -1.5, 3, 100, 100);
        assertThat(left.below()).isEqualTo(right.above());
        assertThat(left.above()).isEqualTo(right.below());
    }

    @Test
    void anEstimateWithABiasReachesAsFarAsTheOneWithout() {
        TermMoments.Shape terms = new TermMoments.Shape(1, 0, 3);
        IntervalRule plain = IntervalRule.of(5, terms, 100, 5, false, 100);
        IntervalRule biased = IntervalRule.of(5, terms, 100, 5.7, false, 100);
        assertThat(biased.below()).isEqualTo(plain.below());
        assertThat(biased.above()).isCloseTo(plain.above() + 0.7, within(1e-12));
        assertThat(IntervalRule.of(5, terms, 100, Double.NaN, false, 100).exists())
                .isFalse();
    }

    @Test
    void termsThatDoNotDifferHaveNoInterval() {
        assertThat(rule(0, Double.NaN, Double.NaN, 100, 100).exists()).isFalse();
        assertThat(rule(4e-12, 0, 3, 100, 100).exists()).isFalse();
        assertThat(rule(6e-12, 0, 3, 100, 100).exists()).isTrue();
        assertThat(rule(Double.NaN, Double.NaN, Double.NaN, 1, 1).above()).isNaN();
    }

    @ParameterizedTest
    @CsvSource({"true, 4.99, false", "true, 5, true", "false, 1, true"})
    void estimatesFromWholeWeightsNeedAnEffectiveSampleSizeOfFive(
            boolean wholeWeights, double effective, boolean exists) {
        TermMoments.Shape terms = new TermMoments.Shape(1, 0, 3);
        assertThat(IntervalRule.of(5, terms, effective, 5, wholeWeights, 100).exists())
                .isEqualTo(exists);
    }

    @Test
    void aDifferenceIsAsFreeAsTheLessFreeEstimate() {
        IntervalRule difference = rule(1, 2, 3, 100, 100).minus(rule(1, 2, 41, 100, 100), 0.3, 0);
        assertThat(difference.freedom()).isEqualTo(5);
        assertThat(difference.above()).isEqualTo(difference.below()).isCloseTo(1.15 * 2.5705818356 * 0.3, within(1e-8));
    }

    @Test
    void threeTimesAsManyMoreLivesHalveTheIntervalOfManyAndFewerThatOfFew() {
        assertThat(rule(1, 0, 3, 1_000_000, 1_000_000).moreToHalve()).isBetween(2_999_900L, 3_000_000L);
        long more = rule(1, 0, 3, 5, 5).moreToHalve();
        // t_{0.975, 4} = 2.776; with 9 more lives, t of 11.2 degrees / √2.8 = 1.312 ≤ 1.388, with 8 more 1.363, with 7
        // 1.419
        assertThat(more).isEqualTo(8);
    }
}
