package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WrongProbabilitiesTest {
    private final double[] weight = new double[60];
    private final double[] returned = new double[60];
    private double value; // wis

    private WrongProbabilities drawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double sum = 0;
        double weighted = 0;
        for (int j = 0; j < weight.length; j++) {
            weight[j] = j % 7 == 0 ? 0 : random.nextDouble(0.1, 4);
            returned[j] = Math.rint(random.nextDouble(-3, 8));
            sum += weight[j];
            weighted += weight[j] * returned[j];
        }
        value = weighted / sum;
        double mean = sum / weight.length;
        double[] w = Arrays.stream(weight).map(x -> x / mean).toArray();
        double[] r = IntStream.range(0, w.length)
                .mapToDouble(j -> w[j] * (returned[j] - value))
                .toArray();
        return new WrongProbabilities(new double[w.length], r, w, true);
    }

    /** EVALUATION.md §7 as it is written: the best of all thresholds of the sorted returns. */
    private double bound(double gamma, int sign) {
        Integer[] order = IntStream.range(0, weight.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(j -> -sign * returned[j]));
        double best = Double.NEGATIVE_INFINITY;
        for (int k = 0; k <= order.length; k++) {
            double sum = 0;
            double weights = 0;
            for (int j = 0; j < order.length; j++) {
                double u = (j < k ? gamma : 1 / gamma) * weight[order[j]];
                sum += u * returned[order[j]];
                weights += u;
            }
            best = Math.max(best, sign * sum / weights);
        }
        return sign * best;
    }

    @Test
    void movesASelfNormalisedEstimateAsFarAsTheBestThresholdDoes() {
        for (int seed = 0; seed < 20; seed++) {
            WrongProbabilities wrong = drawn(seed);
            for (double gamma : new double[] {1, 1.01, 1.3, 2, 50}) {
                for (int sign : new int[] {-1, 1}) {
                    double shift = wrong.most(gamma, sign).shift();
                    assertThat(value + shift).isCloseTo(bound(gamma, sign), within(1e-10));
                }
            }
        }
    }

    @Test
    void theErrorIsThatOfTheMovedWeights() {
        WrongProbabilities wrong = drawn(3);
        double gamma = 1.5;
        WrongProbabilities.Moved up = wrong.most(gamma, 1);
        double[] moved = IntStream.range(0, weight.length)
                .mapToDouble(j -> weight[j] * (returned[j] > value + up.shift() ? gamma : 1 / gamma))
                .toArray();
        double mean = Arrays.stream(moved).average().orElseThrow();
        for (int j = 0; j < moved.length; j++) {
            assertThat(up.influence()[j])
                    .isCloseTo(moved[j] * (returned[j] - value - up.shift()) / mean, within(1e-10));
        }
    }

    @Test
    void whatDoesNotHangOnWeightsIsNotMoved() {
        double[] none = new double[3];
        WrongProbabilities.Moved moved = new WrongProbabilities(new double[] {1, 2, -3}, none, none, true).most(9, -1);
        assertThat(moved.shift()).isZero();
        assertThat(moved.influence()).containsExactly(1, 2, -3);
    }

    /** Not self-normalised: Γ of what is earned and 1/Γ of what is lost. */
    @Test
    void aMeanMovesWithTheMeanWeight() {
        WrongProbabilities mean =
                new WrongProbabilities(new double[3], new double[] {6, 3, -2}, new double[] {1, 1, 1}, false);
        assertThat(mean.most(2, 1).shift()).isCloseTo((6 + 3 + 1) / 3.0, within(1e-12));
        assertThat(mean.most(2, -1).shift()).isCloseTo((-3 - 1.5 - 2) / 3.0, within(1e-12));
        assertThat(Arrays.stream(mean.most(2, -1).influence()).sum())
                .isCloseTo(6 + 3 - 2, within(1e-12)); // what is fixed has the rest
    }
}
