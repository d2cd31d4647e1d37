package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuFactorsTest {
    /** Below a block, at its edges, and with several blocks whose last one is not full. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 31, 32, 33, 64, 100, 259})
    void solutionsSatisfyTheirSystems(int n) {
        Random random = new Random(n);
        DMatrixRMaj a = RandomMatrices_DDRM.rectangle(n, n, -1, 1, random);
        DMatrixRMaj b = RandomMatrices_DDRM.rectangle(n, 3, -1, 1, random);
        LuFactors factors = LuFactors.of(a.copy());

        DMatrixRMaj x = factors.solve(b.copy());
        assertThat(distance(Linear.multiply(a, x), b)).isLessThan(1e-10);
    }

    private static double distance(DMatrixRMaj a, DMatrixRMaj b) {
        return CommonOps_DDRM.elementMaxAbs(CommonOps_DDRM.subtract(a, b, null));
    }

    @Test
    void aZeroOnTheDiagonalIsNoObstacle() {
        DMatrixRMaj a = new DMatrixRMaj(new double[][] {{0, 2}, {3, 0}});
        assertThat(LuFactors.of(a).solve(new double[] {4, 9})).containsExactly(3, 2);
    }

    @Test
    void aSingularSystemHasNoFiniteSolution() {
        DMatrixRMaj a = new DMatrixRMaj(new double[][] {{1, 2}, {2, 4}});
        assertThat(Arrays.stream(LuFactors.of(a).solve(new double[] {1, 1}))).noneMatch(Double::isFinite);
    }

    /** A chain whose exact stationary probabilities are known: up with p and down with q from state to state. */
    @ParameterizedTest
    @ValueSource(ints = {2, 32, 33, 34, 65, 200})
    void stationaryProbabilitiesOfAChainAreRightToAlmostAllDigitsHoweverSmall(int n) {
        double up = 0.25;
        double down = 0.5;
        DMatrixRMaj p = new DMatrixRMaj(n, n);
        for (int s = 0; s < n; s++) {
            p.add(s, Math.min(s + 1, n - 1), up);
            p.add(s, Math.max(s - 1, 0), down);
            p.add(s, s, 1 - up - down);
        }
        double[] d = BehaviourChain.stationary(p, IntStream.range(0, n).toArray());
        for (int s = 1; s < n; s++) {
            assertThat(d[s] / d[s - 1]).isCloseTo(up / down, within(1e-13));
        }
        assertThat(Arrays.stream(d).sum()).isCloseTo(1, within(1e-13));
    }
}
