package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Algorithms;
import io.emphatic.GradientTd;
import io.emphatic.Gtd;
import io.emphatic.Gtd2;
import io.emphatic.Htd;
import io.emphatic.Pgtd2;
import io.emphatic.StepSize;
import io.emphatic.Tdrc;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.theory.GradientUpdate.Gradient;
import java.util.Arrays;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GradientTest {
    private static final DMatrixRMaj A = new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}});
    private static final DMatrixRMaj C = new DMatrixRMaj(new double[][] {{10, 20}, {20, 30}});
    private static final DMatrixRMaj A_MU = new DMatrixRMaj(new double[][] {{5, 6}, {7, 9}});

    private static double[][] joint(GradientTd config) {
        return GradientUpdate.of(config, A, C, A_MU).joint(config.eta()).get2DData();
    }

    /** θ̇ = b − Aθ − (C − Aᵀ)w and ẇ = η(b − Aθ − Cw), as one matrix. */
    @Test
    void theJointMatrixIsThatOfBothEquations() {
        assertThat(joint(new Gtd(StepSize.constant(1), 8))).isDeepEqualTo(new double[][] {
            {1, 2, 9, 17},
            {3, 4, 18, 26},
            {8, 16, 80, 160},
            {24, 32, 160, 240}
        });
    }

    /** θ̇ = Aᵀw. */
    @Test
    void inGtd2TheWeightsFollowTheSecondaryOnesAlone() {
        double[][] expected = {{0, 0, -1, -3}, {0, 0, -2, -4}, {1, 2, 10, 20}, {3, 4, 20, 30}};
        assertThat(joint(new Gtd2(StepSize.constant(1), 1))).isDeepEqualTo(expected);
        assertThat(joint(new Pgtd2(StepSize.constant(1), 1))).isDeepEqualTo(expected);
    }

    /** ẇ = η(b − Aθ − (C + ξI)w). */
    @Test
    void tdrcPullsTheSecondaryWeightsToZero() {
        assertThat(joint(new Tdrc(StepSize.constant(1), 2, 3))).isDeepEqualTo(new double[][] {
            {1, 2, 9, 17},
            {3, 4, 18, 26},
            {2, 4, 26, 40},
            {6, 8, 40, 66}
        });
    }

    /** θ̇ = b − Aθ − (A_μᵀ − Aᵀ)w and ẇ = η(b − Aθ − A_μᵀw). */
    @Test
    void htdHasTheMatrixOfTheBehaviourInPlaceOfTheCovariance() {
        assertThat(joint(new Htd(StepSize.constant(1), 2))).isDeepEqualTo(new double[][] {
            {1, 2, 4, 4},
            {3, 4, 4, 5},
            {2, 4, 10, 14},
            {6, 8, 12, 18}
        });
    }

    private static MeanUpdate minusOne() {
        return new MeanUpdate(
                CommonOps_DDRM.identity(1),
                new double[] {1},
                new DMatrixRMaj(new double[][] {{-1}}),
                new DMatrixRMaj(new double[] {1}));
    }

    private static Gradient gradient(GradientTd config, double eta) {
        DMatrixRMaj one = CommonOps_DDRM.identity(1);
        return Gradient.of(minusOne(), GradientUpdate.of(config, minusOne().a, one, one), eta);
    }

    /** A = −1 and C = 1: the joint matrix has trace η − 1 and determinant η, so it is stable for η &gt; 1. */
    @Test
    void etaIsTheSmallestPowerOfTwoThatIsStableIfNoneIsGiven() {
        assertThat(gradient(new Gtd(StepSize.constant(1), 1), Double.NaN).eta()).isEqualTo(2);
        assertThat(gradient(new Gtd(StepSize.constant(1), 1), Double.NaN)
                        .stability()
                        .stable())
                .isTrue();
        assertThat(gradient(new Gtd(StepSize.constant(1), 1), 1).stability().stable())
                .isFalse();
        assertThat(gradient(new Gtd(StepSize.constant(1), 1), 1.01).stability().stable())
                .isTrue();
    }

    /** The same A and C: the joint matrix of gtd2 has trace η and determinant η. */
    @Test
    void gtd2IsStableWithAnyEta() {
        assertThat(gradient(new Gtd2(StepSize.constant(1), 1), 0.01).stability().stable())
                .isTrue();
        assertThat(gradient(new Gtd2(StepSize.constant(1), 1), 100).stability().stable())
                .isTrue();
    }

    /** A = −1, C = 1, ξ = 1: trace 2η − 1 and determinant −2η + 2η = 0, from the equilibrium that w = ½, θ = 1 adds. */
    @Test
    void tdrcIsNotStableWhereItsRegularisationMakesTheJointMatrixSingular() {
        assertThat(gradient(new Tdrc(StepSize.constant(1), 1, 1), 4).stability().stable())
                .isFalse();
        assertThat(gradient(new Tdrc(StepSize.constant(1), 1, 0.5), 4)
                        .stability()
                        .stable())
                .isTrue();
    }

    @Test
    void withoutEtaTheSecondaryWeightsStayAndTheAlgorithmIsTd() {
        assertThat(gradient(new Gtd(StepSize.constant(1), 0), 0).stability())
                .isEqualTo(minusOne().stability());
        assertThat(gradient(new Gtd2(StepSize.constant(1), 0), 0).stability().stable())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtd2", "pgtd2"})
    void withoutEtaGtd2StaysWhereItStarts(String name) {
        Mdp mdp = RandomMdps.small(1);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        Solution solution = theory.solution(Algorithms.named(name), Map.of("eta", 0.0));
        assertThat(solution.convergence()).isEqualTo(Convergence.NOTHING_LEARNED);
        assertThat(solution.fixedPoint()).containsOnly(0);
        assertThat(Arrays.stream(solution.prediction()).map(Math::abs).max()).hasValue(0);
        double[] from = new double[solution.b().length];
        Arrays.setAll(from, j -> j + 1);
        assertThat(theory.limit(solution, from)).containsExactly(from);
        Solution td = theory.solution(Algorithms.named("td"));
        assertThat(td.rmse()).isNotEqualTo(solution.rmse());
        assertThat(theory.solution(Algorithms.named("gtd"), Map.of("eta", 0.0)).fixedPoint())
                .containsExactly(td.fixedPoint());
    }

    /** A = (0, 1; −1, 0), whose eigenvalues ±i have real part 0. */
    @Test
    void withoutEtaGtdSwingsWhereTdDoesAndDoesNotStayWhereItStarts() {
        DMatrixRMaj a = new DMatrixRMaj(new double[][] {{0, 1}, {-1, 0}});
        DMatrixRMaj identity = CommonOps_DDRM.identity(2);
        MeanUpdate swinging = new MeanUpdate(identity, new double[] {1, 1}, a, new DMatrixRMaj(new double[] {1, 1}));
        Gradient gradient =
                Gradient.of(swinging, GradientUpdate.of(new Gtd(StepSize.constant(1), 0), a, identity, identity), 0);
        assertThat(gradient.stability().minReal()).isZero();
        assertThat(Convergence.of(swinging, gradient, true, true, true)).isEqualTo(Convergence.OSCILLATING);
        assertThat(Convergence.of(swinging, gradient, false, true, true)).isEqualTo(Convergence.NOTHING_LEARNED);
    }
}
