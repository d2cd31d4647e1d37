package io.emphatic.evaluation.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.ReturnRange;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuaranteedIntervalTest {

    /** Weights 0.5 and 10.5 with P = 0.95 and 0.05, so that they average 1; the return is 1 with the large ones. */
    private static GuaranteedInterval simulate(int episodes, ReturnRange range, SplittableRandom random) {
        GuaranteedInterval interval = new GuaranteedInterval(range, episodes);
        for (int j = 0; j < episodes; j++) {
            boolean large = random.nextDouble() < 0.05;
            double scaled = large || random.nextDouble() < 0.3 ? 1 : 0;
            double returned = range.low() + (range.high() - range.low()) * scaled;
            interval.add(large ? 10.5 : 0.5, returned, true);
        }
        return interval;
    }

    private static final double TRUTH = 0.05 * 10.5 + 0.95 * 0.5 * 0.3;

    @ParameterizedTest
    @ValueSource(ints = {20, 200, 2000})
    void theTruthIsInsideAtLeastAsOftenAsPromised(int episodes) {
        SplittableRandom random = new SplittableRandom(episodes);
        ReturnRange range = new ReturnRange(-2, 6);
        double truth = -2 + 8 * TRUTH;
        int below = 0;
        int above = 0;
        for (int run = 0; run < 1000; run++) {
            GuaranteedInterval interval = simulate(episodes, range, random);
            below += truth < interval.low() ? 1 : 0;
            above += truth > interval.high() ? 1 : 0;
        }
        // 25 of each are allowed on average.
        assertThat(below).isLessThanOrEqualTo(25);
        assertThat(above).isLessThanOrEqualTo(25);
    }

    @Test
    void theIntervalShrinksWithTheLogAndStaysWithinTheRange() {
        SplittableRandom random = new SplittableRandom(1);
        GuaranteedInterval few = simulate(50, new ReturnRange(0, 1), random);
        GuaranteedInterval many = simulate(100_000, new ReturnRange(0, 1), random);
        assertThat(few.low()).isBetween(0.0, few.high());
        assertThat(few.high()).isLessThanOrEqualTo(1);
        assertThat(many.high() - many.low()).isBetween(0.001, 0.1);
        assertThat(many.low()).isLessThan(TRUTH);
        assertThat(many.high()).isGreaterThan(TRUTH);
    }

    @Test
    void cutEpisodesOnlyWidenTheInterval() {
        GuaranteedInterval cut = new GuaranteedInterval(new ReturnRange(0, 1), 1000);
        GuaranteedInterval whole = new GuaranteedInterval(new ReturnRange(0, 1), 1000);
        for (int j = 0; j < 1000; j++) {
            whole.add(1, 0.5, true);
            cut.add(1, 0.5, j % 2 == 0);
        }
        assertThat(whole.low()).isCloseTo(0.5, within(0.02));
        assertThat(cut.low()).isLessThan(whole.low());
        assertThat(cut.high()).isGreaterThan(whole.high());
        assertThat(cut.low()).isCloseTo(0.25, within(0.1));
        assertThat(cut.high()).isCloseTo(0.75, within(0.1));
    }

    @Test
    void endlessWeightsLeaveTheWholeRange() {
        GuaranteedInterval interval = new GuaranteedInterval(new ReturnRange(0, 1), 3);
        interval.add(1e150, 0.5, true);
        interval.add(1e150, 0.5, true);
        interval.add(1e150, 0.5, true);
        assertThat(interval.low()).isEqualTo(0);
        assertThat(interval.high()).isEqualTo(1);
    }

    @Test
    void theIntervalIsThatOfTheFormula() {
        double[] xi = {0.3, 2.0, 0.0, 1.1};
        GuaranteedInterval interval = new GuaranteedInterval(new ReturnRange(0, 1), xi.length);
        for (double value : xi) {
            interval.add(value, 1, true);
        }
        double log = Math.log(40);
        double sum = 0.5;
        double squares = 0.25;
        double gains = 0;
        double costs = 0;
        double lambdas = 0;
        for (int j = 0; j < xi.length; j++) {
            double predicted = Math.min(1, sum / (j + 1));
            double lambda = Math.min(0.75, Math.sqrt(2 * log / (squares / (j + 1) * xi.length)));
            gains += lambda * xi[j];
            lambdas += lambda;
            costs += Math.pow(xi[j] - predicted, 2) * (-Math.log(1 - lambda) - lambda);
            sum += xi[j];
            squares += Math.pow(xi[j] - Math.min(1, sum / (j + 2)), 2);
        }
        double bound = (gains - log - costs) / lambdas;
        assertThat(interval.low()).isCloseTo(Math.max(0, bound), within(1e-12));
        assertThat(interval.high()).isEqualTo(1);
    }
}
