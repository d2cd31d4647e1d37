package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.verdict.TrustRule.WeightDiagnosis;
import io.emphatic.evaluation.internal.weights.BalanceSums;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.result.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustRuleTest {
    /** Evidence of 1,000 episodes with nothing against it, and what a test changes. */
    private static final class Evidence {
        Estimator recommended = Estimator.WDR;
        double freedom = 500;
        boolean exists = true;
        double effective = 800;
        boolean ratiosTell = true;
        Double tailOfTerms = 0.2;
        Double tailOfReturns;
        boolean isReplaced;
        boolean isClustered;
        boolean isOutside;
        List<String> unseen = List.of();
        double worth = 700;
        double there = 0.9;
        BalanceRule.Found imbalance;
        BalanceSums.Looked looked = new BalanceSums.Looked(4, 3, 0, 0.02, 0, -1);
        boolean estimated;
        Declarations declared = Declarations.NONE;
        double lambdasApart = 0.5;
        double familiesApart = 0.5;
        String limit;
        double leftOver;

        TrustRule.Judged judge() {
            TrustRule.Recommended estimate = new TrustRule.Recommended(
                    recommended,
                    new IntervalRule(exists, 1, 0, freedom, 0, 1_000),
                    exists ? new IntervalRule.Ends(4, 6) : new IntervalRule.Ends(Double.NaN, Double.NaN),
                    freedom,
                    tailOfTerms,
                    isReplaced,
                    isOutside);
            return new TrustRule(
                            recommended == null ? null : estimate,
                            new WeightDiagnosis(
                                    1_000, 1_000, isClustered, effective, 0.9, 0.001, 0.05, worth, 1_000, there),
                            new TrustRule.Observed(
                                    ratiosTell,
                                    tailOfReturns,
                                    imbalance,
                                    looked,
                                    unseen,
                                    lambdasApart,
                                    familiesApart,
                                    limit,
                                    leftOver),
                            estimated,
                            declared)
                    .judge();
        }
    }

    @Test
    void whatEpisodesShareIsCalledByItsNameWhereItIsNotTheirStream() {
        Evidence evidence = new Evidence();
        evidence.isClustered = true;
        evidence.freedom = 2;
        expect(evidence, Trust.DO_NOT_TRUST, "hangs on few streams: about 3 of 1,000 decide");
        evidence.declared = new Declarations(false, 0, 1, List.of(), List.of(), "user_id");
        expect(evidence, Trust.DO_NOT_TRUST, "hangs on few values of user_id: about 3 of 1,000 decide");
        evidence.freedom = 800;
        assertThat(evidence.judge().reasons().get(1)).endsWith("over λ, errors by value of user_id.");
    }

    @Test
    void evidenceWithNothingAgainstItIsTrusted() {
        assertThat(new Evidence().judge())
                .isEqualTo(new TrustRule.Judged(
                        Trust.TRUST,
                        List.of(
                                "The weight is well spread: this log is worth 800 of its 1,000 episodes for this policy.",
                                "Checked: weights, tails, balance over the log, by 3 actions, by 4 features,"
                                        + " agreement of ratios with values, over λ.")));
    }

    @Test
    void trustSaysWhatCouldNotBeChecked() {
        Evidence evidence = new Evidence();
        evidence.looked = new BalanceSums.Looked(0, 0, 0.021, 0.02, 0, -1);
        evidence.lambdasApart = Double.NaN;
        evidence.familiesApart = Double.NaN;
        assertThat(evidence.judge().reasons())
                .contains(
                        "Checked: weights, tails, balance over the log.",
                        "No feature tells situations apart: the log may never do what the target does in up to 6 % of"
                                + " the visits, and no check would show it.");
    }

    @Test
    void aTailJustAboveItsLimitIsSeenToBeAbove() {
        Evidence evidence = new Evidence();
        evidence.tailOfTerms = 0.70001;
        assertThat(evidence.judge().reasons().get(0)).contains("k = 0.7000, above 0.7.");
    }

    private static void expect(Evidence evidence, Trust verdict, String reason) {
        TrustRule.Judged judged = evidence.judge();
        assertThat(judged.trust()).isEqualTo(verdict);
        assertThat(judged.reasons()).hasSize(verdict == Trust.TRUST ? 2 : 1);
        assertThat(judged.reasons().get(0)).contains(verdict == Trust.TRUST ? "well spread" : reason);
    }

    @ParameterizedTest
    @CsvSource({"5, TRUST", "4.99, CARE", "3, CARE", "2.99, DO_NOT_TRUST"})
    void fewDegreesOfFreedomAreAReason(double freedom, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.freedom = freedom;
        expect(evidence, verdict, "hangs on few episodes");
    }

    @ParameterizedTest
    @CsvSource({"4, TRUST", "3.99, CARE"})
    void weightsThatShouldBeWorthFewEpisodesAreAReasonForCare(double worth, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.worth = worth;
        expect(evidence, verdict, "the log is worth about 4 of its 1,000 episodes");
    }

    @Test
    void anIntervalAsNarrowAsTheToleranceIsNotRefusedForFewDegreesOfFreedom() {
        Evidence evidence = new Evidence();
        evidence.freedom = 2;
        evidence.declared = new Declarations(false, 2, 1, List.of(), List.of(), null);
        expect(evidence, Trust.CARE, "hangs on few episodes");
        evidence.declared = new Declarations(false, 1.99, 1, List.of(), List.of(), null);
        expect(evidence, Trust.DO_NOT_TRUST, "hangs on few episodes");
    }

    @Test
    void anImbalanceIsRefused() {
        Evidence evidence = new Evidence();
        evidence.imbalance = new BalanceRule.Found("In the log something is off.", true);
        expect(evidence, Trust.DO_NOT_TRUST, "something is off");
        evidence.imbalance = new BalanceRule.Found("In the log something is off.", false);
        expect(evidence, Trust.CARE, "something is off");
    }

    @ParameterizedTest
    @CsvSource({"0.8, TRUST", "0.79, CARE"})
    void tooLittleWeightIsAReasonForCare(double there, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.there = there;
        expect(evidence, verdict, "79 % of the weight");
    }

    @Test
    void withoutEvidenceInTheRatiosThereIsNoTrust() {
        Evidence evidence = new Evidence();
        evidence.ratiosTell = false;
        expect(evidence, Trust.CARE, "no evidence");
    }

    @Test
    void estimatedProbabilitiesNeedADeclarationToBeTrusted() {
        Evidence evidence = new Evidence();
        evidence.estimated = true;
        expect(evidence, Trust.CARE, "frequencies");
        evidence.declared = new Declarations(true, 0, 1, List.of(), List.of(), null);
        expect(evidence, Trust.TRUST, "");
    }

    /** That of the weights is 0.9 throughout. */
    @ParameterizedTest
    @CsvSource({"0.7, TRUST", "0.71, CARE", "5, CARE"})
    void aHeavyTailOfTermsIsAReasonForCare(double k, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.tailOfTerms = k;
        expect(evidence, verdict, "Pareto k");
    }

    @ParameterizedTest
    @CsvSource({"2, TRUST", "2.01, CARE"})
    void disagreementOverLambdaIsAReasonForCare(double apart, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.lambdasApart = apart;
        expect(evidence, verdict, "over λ");
    }

    @ParameterizedTest
    @CsvSource({"2, TRUST", "2.01, CARE"})
    void disagreementOfRatiosAndValuesIsAReasonForCare(double apart, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.familiesApart = apart;
        expect(evidence, verdict, "from ratios and from values");
    }

    @ParameterizedTest
    @CsvSource({
        "CWPDIS, 0.02, TRUST",
        "CWPDIS, 0.021, CARE",
        "CWPDIS, 0.3, CARE",
        "CWPDIS, 0.31, DO_NOT_TRUST",
        "WDR, 0.02, TRUST",
        "WDR, 0.021, CARE",
        "WDR, 0.9, CARE",
        "WDR, 0.91, DO_NOT_TRUST"
    })
    void whatWasCutOffIsAReason(Estimator estimator, double leftOver, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.recommended = estimator;
        evidence.leftOver = leftOver;
        expect(evidence, verdict, estimator == Estimator.WDR ? "hangs on its features" : "cannot see");
    }

    @Test
    void aMissingIntervalIsAReasonForCare() {
        Evidence evidence = new Evidence();
        evidence.exists = false;
        expect(evidence, Trust.CARE, "No honest interval");
    }

    @ParameterizedTest
    @CsvSource({"0.4, TRUST", "0.41, CARE"})
    void heavyReturnsAreAReason(double k, Trust verdict) {
        Evidence evidence = new Evidence();
        evidence.tailOfReturns = k;
        expect(evidence, verdict, "The tail of the returns is heavy");
    }

    @Test
    void whatTheLogMayNotHaveSeenIsAReason() {
        Evidence evidence = new Evidence();
        evidence.unseen = List.of("In 4 % of the visits");
        expect(evidence, Trust.CARE, "In 4 % of the visits");
    }

    @Test
    void anEstimateFromValuesThatIsOutsideOfAllReturnsIsAReason() {
        Evidence evidence = new Evidence();
        evidence.isReplaced = true;
        expect(evidence, Trust.CARE, "outside of all returns");
    }

    @Test
    void anEstimateOutsideOfWhatIsGuaranteedIsRefused() {
        Evidence evidence = new Evidence();
        evidence.isOutside = true;
        expect(evidence, Trust.DO_NOT_TRUST, "guaranteed interval");
    }

    @Test
    void endsThatLookLikeALimitOfTimeNeedADeclarationToBeTrusted() {
        Evidence evidence = new Evidence();
        evidence.limit = "As many end after exactly 15 rows.";
        expect(evidence, Trust.CARE, "exactly 15 rows");
        evidence.declared = new Declarations(true, 0, 1, List.of(), List.of(), null);
        expect(evidence, Trust.TRUST, "");
    }

    @Test
    void noWeightAtAllIsRefused() {
        Evidence evidence = new Evidence();
        evidence.effective = 0;
        expect(evidence, Trust.DO_NOT_TRUST, "No episode of the log has a weight");
    }

    @Test
    void noEstimateAtAllIsRefused() {
        Evidence evidence = new Evidence();
        evidence.recommended = null;
        expect(evidence, Trust.DO_NOT_TRUST, "No estimate");
    }

    @Test
    void theGravestReasonDecidesAndAllAreGiven() {
        Evidence evidence = new Evidence();
        evidence.freedom = 1;
        evidence.tailOfTerms = 4.0;
        evidence.lambdasApart = 9;
        TrustRule.Judged judged = evidence.judge();
        assertThat(judged.trust()).isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(judged.reasons()).hasSize(3);
    }
}
