package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** No sentence says more than the result shows: results made up for the purpose. */
class MinerReportTest {
    private static final double OFF = Double.POSITIVE_INFINITY;

    private static MinerSetting setting(String algorithm, double clip, int runs) {
        return new MinerSetting(MinerMap.PAPER, algorithm, 0.001, clip, runs, 1, 1, Map.of());
    }

    /** Final estimates of one prediction. */
    private static MeanLearning learning(double... estimates) {
        double[][] runs = new double[estimates.length][];
        for (int r = 0; r < runs.length; r++) {
            runs[r] = new double[] {estimates[r]};
        }
        return new MeanLearning(Estimate.of(estimates), List.of(), runs, 0);
    }

    /** A policy of value 1 and fixed point 2. */
    private static PolicyResult prediction(String policy, MeanLearning learned, MeanLearning unclipped) {
        return prediction(policy, 1, new Estimate(1, 0.001), 1.5, learned, unclipped);
    }

    private static PolicyResult prediction(
            String policy,
            double value,
            Estimate monteCarlo,
            double radius,
            MeanLearning learned,
            MeanLearning unclipped) {
        return new PolicyResult(
                policy, value, monteCarlo, 2, 3, radius, Optional.empty(), learned, Optional.ofNullable(unclipped));
    }

    private static String text(MinerSetting setting, PolicyResult... predictions) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new MinerReport(new MinerResult(setting, 0, 1_000, List.of(predictions))).print(out);
        out.flush();
        return text.toString().replaceAll("\\s+", " ");
    }

    @Test
    void whatClippingDoesToTheSpreadIsSaid() {
        MeanLearning same = learning(1, 2);
        MeanLearning other = learning(1, 3);
        assertThat(text(setting("etd", 0.5, 2), prediction("a", same, other)))
                .contains("the standard deviation over the same runs at their end is 1.414 (a) instead of 0.707 (a).");
        assertThat(text(setting("etd", 0.5, 2), prediction("a", same, learning(2, 3))))
                .contains("at their end is 0.707 (a), as it is with clipping.");
        assertThat(text(setting("etd", OFF, 2), prediction("a", same, null))).doesNotContain("Without clipping");
    }

    @Test
    void theFollowOnTraceHasASentenceOfItsOwnForThosePoliciesWhereItsVarianceIsInfinite() {
        Estimate one = new Estimate(1, 0.001);
        for (MinerSetting setting : List.of(setting("etd", OFF, 1), setting("elstd", OFF, 2))) {
            MeanLearning learned = setting.runs() == 1 ? learning(1) : learning(1, 2);
            assertThat(text(
                            setting,
                            prediction("a", 1, one, 0.5, learned, null),
                            prediction("b", 1, one, 1, learned, null),
                            prediction("c", 1, one, 2, learned, null)))
                    .contains("ETD's follow-on trace has infinite variance for b and c, so that")
                    .contains("below 1 is 1.000 (b), 2.000 (c).");
            assertThat(text(setting, prediction("a", 1, one, 0.5, learned, null)))
                    .doesNotContain("follow-on");
        }
        assertThat(text(setting("td", OFF, 1), prediction("a", 1, one, 2, learning(1), null)))
                .doesNotContain("follow-on", "averaged over the visits");
    }

    @Test
    void aSimulationThatWasNotEnoughIsSaidNotToBe() {
        MeanLearning learned = learning(1);
        PolicyResult rough = prediction("a", 2e-7, new Estimate(3e-7, 1e-7), 0.5, learned, null);
        PolicyResult blind = prediction("b", 1e-9, new Estimate(0, Double.NaN), 0.5, learned, null);
        MinerSetting setting = setting("etd", OFF, 1);
        assertThat(text(setting, rough))
                .contains("a 2.00·10⁻⁷ 3.00·10⁻⁷ ± 2.00·10⁻⁷")
                .contains("The simulation was not enough for a:")
                .doesNotContain("never saw");
        assertThat(text(setting, rough, blind)).contains("The simulation was not enough for a and b:");
        assertThat(text(setting, prediction("a", learned, null))).doesNotContain("simulation was");
    }

    @Test
    void anOrderIsClaimedOnlyWhereTheEstimatesDifferByMoreThanTwoStandardErrors() {
        MinerSetting setting = setting("td", OFF, 3);
        Estimate one = new Estimate(1, 0.001);
        PolicyResult low = prediction("a", 1, one, 0.5, learning(0.9, 1, 1.1), null);
        PolicyResult near = prediction("b", 2, one, 0.5, learning(1.2, 0.9, 1.0), null);
        PolicyResult far = prediction("c", 3, one, 0.5, learning(5, 5.1, 5.2), null);
        assertThat(text(setting, low, far)).contains("put the policies in the order of their true values: a < c.");
        assertThat(text(setting, low, near, far))
                .contains("are in the order of their true values, a < b < c, but a and b are not distinguishable");
        // run by run, b is above a by 0.1 each time, whatever both have in common
        PolicyResult paired = prediction("b", 2, one, 0.5, learning(1.0, 1.1, 1.2001), null);
        assertThat(text(setting, low, paired)).contains("put the policies in the order of their true values: a < b.");
        assertThat(text(
                        setting("td", OFF, 1),
                        prediction("a", 1, one, 0.5, learning(1), null),
                        prediction("b", 2, one, 0.5, learning(2), null)))
                .contains("but a single run does not tell how much of that is chance", "td's fixed point");
    }

    @Test
    void equalEstimatesAreNoOrder() {
        MinerSetting setting = setting("etd", OFF, 1);
        Estimate one = new Estimate(1, 0.001);
        assertThat(text(
                        setting,
                        prediction("a", 1, one, 0.5, learning(0), null),
                        prediction("b", 2, one, 0.5, learning(0), null)))
                .contains("do not put the policies in the order of their true values, a < b: they say a = b.");
    }

    @Test
    void whatIsOnThePageAloneIsNotInTheText() {
        List<String> texts = new ArrayList<>();
        texts.add(text(setting("etd", 0.5, 2), prediction("a", learning(1, 1.1), learning(1, 3))));
        texts.add(text(setting("etd", OFF, 1), prediction("a", learning(1), null)));
        assertThat(texts).noneMatch(text -> text.contains("dotted") || text.contains("dashed"));
        assertThat(texts.get(1))
                .startsWith("The Miner problem: etd with α = 0.001, no clipping, 1 run of 1 entrapment,");
    }
}
