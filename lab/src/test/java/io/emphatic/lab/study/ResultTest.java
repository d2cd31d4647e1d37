package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Estimate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTest {
    private static final Setting SETTING = new Setting("td", Map.of());

    /** Five points, of which the last alone lies in the last hundredth. */
    private static final Study STUDY =
            StudyText.parse("problem: collision\nruns: 3\nsteps: 40\nevery: 10\nalgorithms: {td: {}}", "small.yaml");

    @Test
    void aPointOfTheCurveIsMeanAndStandardErrorOverTheRuns() {
        Result.Gatherer gatherer = new Result.Gatherer(STUDY, Result.none(STUDY, SETTING));
        gatherer.add(new double[] {1, 2, 3, 4, 5}, -1);
        gatherer.add(new double[] {1, 4, 3, 4, 9}, -1);
        gatherer.add(new double[] {1, 9, 3, 5, 4}, -1);
        Result result = gatherer.result();
        Estimate second = Estimate.of(2, 4, 9);
        assertThat(result.mean()[1]).isCloseTo(second.mean(), within(1e-14));
        assertThat(result.stderr()[1]).isCloseTo(second.stderr(), within(1e-14));
        assertThat(result.stderr()[0]).isZero();
        assertThat(result.auc()).containsExactly(new double[] {3, 4.2, 4.4}, within(1e-14));
        assertThat(result.last()).containsExactly(5, 9, 4);
        assertThat(result.meanLast()).isEqualTo(6);
    }

    @Test
    void aRunThatDivergedHasNoErrorAndTheMeanNoneFromThereOn() {
        Result.Gatherer gatherer = new Result.Gatherer(STUDY, Result.none(STUDY, SETTING));
        gatherer.add(new double[] {1, 2, 3, 4, 5}, -1);
        gatherer.add(new double[] {1, 4, 3, Double.NaN, Double.NaN}, 25);
        gatherer.add(new double[] {1, 9, 3, 5, 4}, -1);
        Result result = gatherer.result();
        assertThat(result.isDiverged()).isTrue();
        assertThat(result.diverged()).containsExactly(0, 0, 0, 1, 1);
        assertThat(result.auc()[1]).isNaN();
        assertThat(result.last()[1]).isNaN();
        assertThat(result.meanAuc()).isNaN();
        assertThat(result.mean()[2]).isEqualTo(3);
        assertThat(result.mean()[3]).isNaN();
    }

    @Test
    void oneRunHasNoStandardError() {
        Result.Gatherer gatherer = new Result.Gatherer(STUDY, Result.none(STUDY, SETTING));
        gatherer.add(new double[] {1, 2, 3, 4, 5}, -1);
        assertThat(gatherer.result().stderr()).containsOnly(Double.NaN);
    }
}
