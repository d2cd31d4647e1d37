package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes that stand for more than themselves: EVALUATION.md §6. */
class KeptEpisodesTest {
    private static final double PRECISION = 1e-9;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWeightOfThreeIsWritingAnEpisodeThriceInItsCluster(boolean severalStarts) {
        PlainLog.Shape shape = new PlainLog.Shape(60, 7, 3, 2, 3, null, 0.3, severalStarts, null);
        PlainLog log = PlainLog.random(shape, 3);
        EvaluationSettings settings = log.settings().with(new GateQuestion("target0", "behaviour", 0, 0.95));
        List<PlainLog.Life> weighted = new ArrayList<>();
        List<PlainLog.Life> written = new ArrayList<>();
        for (int j = 0; j < log.lives().size(); j++) {
            PlainLog.Life life = log.lives().get(j);
            int weight = 1 + j % 3;
            weighted.add(new PlainLog.Life(life.rows(), life.ended(), false, weight));
            for (int copy = 0; copy < weight; copy++) {
                written.add(new PlainLog.Life(life.rows(), life.ended(), copy > 0));
            }
        }
        EvaluationResult few = new PlainLog(settings, weighted).evaluate();
        EvaluationResult many = new PlainLog(settings, written).evaluate();
        for (int k = 0; k < few.targets().size(); k++) {
            List<PolicyEstimate> wanted = many.targets().get(k).estimates();
            assertThat(few.targets().get(k).estimates()).hasSize(wanted.size());
            for (PolicyEstimate estimate : wanted) {
                PolicyEstimate found = EstimatorsTest.estimate(few.targets().get(k), estimate.name());
                assertThat(found.value()).as(estimate.name()).isCloseTo(estimate.value(), within(PRECISION));
                // Copies in one cluster are no more evidence than one.
                assertThat(found.stderr()).as(estimate.name()).isCloseTo(estimate.stderr(), within(PRECISION));
            }
            assertThat(few.targets().get(k).meanWeight())
                    .containsExactly(many.targets().get(k).meanWeight(), within(PRECISION));
        }
        for (int k = 0; k < few.comparisons().size(); k++) {
            assertThat(few.comparisons().get(k).difference())
                    .isCloseTo(many.comparisons().get(k).difference(), within(PRECISION));
            assertThat(few.comparisons().get(k).stderr())
                    .isCloseTo(many.comparisons().get(k).stderr(), within(PRECISION));
        }
        assertThat(few.gate().difference()).isCloseTo(many.gate().difference(), within(PRECISION));
        assertThat(few.size().leftOver()).isCloseTo(many.size().leftOver(), within(PRECISION));
        assertThat(few.size().episodes()).isLessThan(many.size().episodes());
    }

    @Test
    void weightsAreThoseOfThePlainSums() {
        PlainLog log = PlainLog.random(new PlainLog.Shape(30, 4, 0, 0, 1, 0.0, 0, false, new ReturnRange(-9, 19)), 5);
        List<PlainLog.Life> lives = new ArrayList<>();
        double n = 0;
        double squares = 0;
        double behaviour = 0;
        double is = 0;
        double whole = 0;
        double pdis = 0;
        for (int j = 0; j < log.lives().size(); j++) {
            PlainLog.Life life = log.lives().get(j);
            double omega = 1 / (0.1 + 0.9 * j / 30);
            lives.add(new PlainLog.Life(life.rows(), life.ended(), false, omega));
            double weight = omega;
            double returned = 0;
            double discount = 1;
            for (int t = 0; t < life.rows().size(); t++) {
                PlainLog.Row row = life.rows().get(t);
                discount *= t == 0 ? 1 : row.discount();
                weight *= row.ratios()[0];
                returned += discount * row.reward();
                pdis += weight * discount * row.reward();
            }
            n += omega;
            squares += omega * omega;
            behaviour += omega * returned;
            is += weight * returned;
            whole += weight;
        }
        EvaluationResult result = new PlainLog(log.settings(), lives).evaluate();
        TargetResult target = result.targets().get(0);
        assertThat(EstimatorsTest.estimate(target, "behaviour").value()).isCloseTo(behaviour / n, within(PRECISION));
        assertThat(EstimatorsTest.estimate(target, "is").value()).isCloseTo(is / n, within(PRECISION));
        assertThat(EstimatorsTest.estimate(target, "wis").value()).isCloseTo(is / whole, within(PRECISION));
        assertThat(EstimatorsTest.estimate(target, "pdis").value()).isCloseTo(pdis / n, within(PRECISION));
        assertThat(result.size().effectiveEpisodes()).isCloseTo(n * n / squares, within(PRECISION));
        assertThat(EstimatorsTest.estimate(target, "behaviour").guaranteedLow()).isNull();
        assertThat(EstimatorsTest.estimate(target, "is").guaranteedLow()).isNull();
        assertThat(result.findings()).anyMatch(finding -> finding.contains("episodes have weights"));
        assertThat(log.evaluate().findings()).noneMatch(finding -> finding.contains("weights,"));
    }

    @Test
    void onlyTheProportionOfWeightsCounts() {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 8);
        List<PlainLog.Life> lives = log.lives().stream()
                .map(life -> new PlainLog.Life(life.rows(), life.ended(), false, 0x1p-10))
                .toList();
        EvaluationResult scaled = new PlainLog(log.settings(), lives).evaluate();
        EvaluationResult plain = log.evaluate();
        assertThat(scaled.size().effectiveEpisodes()).isEqualTo(40);
        assertThat(scaled.targets())
                .usingRecursiveComparison()
                .withComparatorForType(KeptEpisodesTest::compare, Double.class)
                .isEqualTo(plain.targets());
    }

    private static int compare(double a, double b) {
        return Math.abs(a - b) < PRECISION ? 0 : Double.compare(a, b);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightThatIsNoneIsRefused(double weight) {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 9);
        LoggedRow row = new LoggedRow(log.settings()).weight(weight);
        assertThatThrownBy(() -> row.check(log.settings())).hasMessageContaining("weight is not a finite number > 0");
    }
}
