package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Three steps on paper, with α = ½ and numbers that are exact in binary. */
class HandComputedTest {

    /**
     *
     *
     * <pre>
     *   t  φₜ      γₜ       λₜ  iₜ  πₜ  μₜ  ρₜ  Rₜ₊₁
     *   0  (1,0)   a start  0   2   ½   ¼   2   1
     *   1  (0,1)   ½        ½   1   ¼   ½   ½   2
     *   2  (1,1)   ½        0   2   ½   ¼   2   −1
     *   3  (1,0)   ½        ½
     * </pre>
     */
    private static double[][] afterEachStep(Config config) {
        Learner learner = config.learner(2);
        Transition t = new Transition();
        double[][] weights = new double[3][];
        t.start(Features.dense(1, 0), 0, 2);
        t.action(0.5, 0.25);
        t.arrive(1, Features.dense(0, 1), 0.5, 0.5, 1);
        learner.update(t);
        weights[0] = learner.weights();
        t.action(0.25, 0.5);
        t.arrive(2, Features.dense(1, 1), 0.5, 0, 2);
        learner.update(t);
        weights[1] = learner.weights();
        t.action(0.5, 0.25);
        t.arrive(-1, Features.dense(1, 0), 0.5, 0.5, 0);
        learner.update(t);
        weights[2] = learner.weights();
        return weights;
    }

    static Stream<Arguments> threeStepsGiveTheWeightsComputedByHand() {
        StepSize half = StepSize.constant(0.5);
        return Stream.of(
                // e = (2,0), (¼,½), (2,2); δ = 1, 2.5, −2.28125
                steps(new Td(0.5), 1, 0, 1.3125, 0.625, -0.96875, -1.65625),
                // e = (4,0), (½,½), (4,4); δ = 1, 3, −3.125
                steps(new InterestTd(0.5), 2, 0, 2.75, 0.75, -3.5, -5.5),
                // F = 2, 3, 2.75; M = 2, 2, 2.75; e = (4,0), (½,1), (5.5,5.5); δ = 1, 3, −3.875
                steps(new Etd(0.5), 2, 0, 2.75, 1.5, -7.90625, -9.15625),
                // F = 2, 2, 2.25; M = 2, 1.5, 2.25
                steps(new EtdBeta(StepSize.constant(0.5), Limits.NONE, 0.25), 2, 0, 2.75, 1.125, -5.125, -6.75),
                // F = 2, 3, 2 + ¼·1
                steps(new TruncatedEtd(StepSize.constant(0.5), Limits.NONE, 1), 2, 0, 2.75, 1.5, -5.96875, -7.21875),
                // b = 1: F = 2, 3, 2; e = (4,0), (½,1), (4,4); the weights move at the second step only, δ = 2
                steps(new PerEtd(StepSize.constant(0.5), Limits.NONE, 1), 0, 0, 0.5, 1, 0.5, 1),
                // f = (1,0), (1,1); F̂ = 0, 0, 2; M = 0, ½, 2; e = 0, (0,¼), (4,4); δ = 1, 2, −1.25
                steps(new FhatEtd(StepSize.constant(0.5), Limits.NONE, 1), 0, 0, 0, 0.25, -2.5, -2.25),
                // C = ¼: s = 0, min(½, ¼/1), 0; e = (2,0), (⅛,½), (2,2); δ = 1, 2.5, −2.203125
                steps(new BoundedTd(0.5, 0.25), 1, 0, 1.15625, 0.625, -1.046875, -1.578125),
                // e = (1,0), (⅛,1), (1,1); κ = 2, ½, 2
                steps(
                        new TreeBackup(StepSize.constant(0.5), Limits.NONE),
                        1,
                        0,
                        1.078125,
                        0.625,
                        -1.0859375,
                        -1.5390625),
                // e = (1,0), (¼,1), (1,1); κ = 2, ½, 2
                steps(
                        new Vtrace(StepSize.constant(0.5), Limits.NONE, 1, Double.POSITIVE_INFINITY),
                        1,
                        0,
                        1.15625,
                        0.625,
                        -1.046875,
                        -1.578125),
                // κ = 1, ½, 1
                steps(new Vtrace(half, Limits.NONE, 1, 1), 0.5, 0, 0.640625, 0.5625, -0.30078125, -0.37890625),
                // ψ = 1; ν = 1, 1; e = (1,0), (¼,1), (1 + 1/32, 1 + ⅛)
                steps(
                        new Abtd(StepSize.constant(0.5), Limits.NONE, 0.5, 1, 2),
                        1,
                        0,
                        1.15625,
                        0.625,
                        -1.11572265625,
                        -1.853515625),
                // w = (1,0), (1.3125,0.625); eᵀw = 0, ¼, 3.875
                steps(new Gtd(StepSize.constant(0.5), 1), 1, 0, 1.25, 0.5625, -1.421875, -1.625),
                // w = (1,0), (1.25,0.5); wᵀφ = 0, 0, 1.75
                steps(new Gtd2(StepSize.constant(0.5), 1), 0, 0, -0.0625, -0.0625, 0.375, 0.8125),
                // w = (1,0), (0.8125,0.625)
                steps(new Tdrc(StepSize.constant(0.5), 1, 1), 1, 0, 1.25, 0.5625, -1.296875, -1.625),
                // h = (1,0), (¼,1), (1,1); w = (1,0), (1.375,0.5625); (e−h)ᵀw = 0, 0, 1.9375
                steps(new Htd(StepSize.constant(0.5), 1), 1, 0, 1.3125, 0.625, -0.484375, -0.6875));
    }

    private static Arguments steps(Config config, double... weights) {
        return Arguments.of(config, weights);
    }

    @ParameterizedTest
    @MethodSource
    void threeStepsGiveTheWeightsComputedByHand(Config config, double[] expected) {
        double[][] weights = afterEachStep(config);
        for (int t = 0; t < 3; t++) {
            assertThat(weights[t]).as("after step %d", t).containsExactly(expected[2 * t], expected[2 * t + 1]);
        }
    }

    static Stream<Arguments> twoStepsGiveTheWeightsComputedByHand() {
        // w½ = (1,0), θ₁ = ½((1,0) − ¼·2·(0,1)), w₁ = (½,0); w½ = (0.796875,0.59375), eᵀw½ = 0.49609375
        // β = ½, kind 3: c = 1, ¼; F = 2, 3¼; p = q = 0, ⅛; M = 2, 2.96875; e = (4,0), (½,1.484375); δ = 1, 3
        return Stream.of(
                steps(new Pgtd2(StepSize.constant(0.5), 1), 0.5, -0.25, 0.3759765625, -0.0771484375),
                steps(new LcEtd(StepSize.constant(0.5), Limits.NONE, 0.5, 3), 2, 0, 2.75, 2.2265625));
    }

    @ParameterizedTest
    @MethodSource
    void twoStepsGiveTheWeightsComputedByHand(Config config, double[] expected) {
        double[][] weights = afterEachStep(config);
        for (int t = 0; t < 2; t++) {
            assertThat(weights[t]).as("after step %d", t).containsExactly(expected[2 * t], expected[2 * t + 1]);
        }
    }

    /** φ = 1, γ = ½, λ = 0, i = 1, ρ = 1, R = 1; α = α_u = ½, ridge = ½: u = 0, ⅛, 9/32; k = ½, ¾, 27/32. */
    @Test
    void fourStepsOfGradientEmphasisLearningGiveTheWeightsComputedByHand() {
        Learner learner = new GemEtd(StepSize.constant(0.5), Limits.NONE, 1, 0.5).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        for (double expected : new double[] {0, 0, 1 / 16.0, 407 / 2048.0}) {
            t.ratio(1);
            t.arrive(1, Features.dense(1), 0.5, 0, 1);
            learner.update(t);
            assertThat(learner.weights()).containsExactly(expected);
        }
    }

    static Stream<Arguments> threeStepsGiveTheFractionsComputedByHand() {
        // η = ½, d₀ = 2
        return Stream.of(
                // ‖e‖ ‖φ‖ = 2, ¼√5, 4, so that α = ¼, ½, ⅛; e = (2,0), (¼,½), (2,2); δ = 1, 2¼, −1.953125
                steps(
                        new Td(StepSize.constant(0.5), Limits.overshoot(0.5)),
                        1 / 2.0,
                        0,
                        25 / 32.0,
                        9 / 16.0,
                        75 / 256.0,
                        19 / 256.0),
                // d = (3,2), (2¾,1½), (3⅜,2¾); v = (2,0), (¼,½); e = (2,0), (¼,½), (2,2); δ = 1, 7/3, −439/198
                steps(
                        new WisTd(0.5, 2),
                        2 / 3.0,
                        0,
                        29 / 33.0,
                        7 / 9.0,
                        29 / 33.0 - 439 / 198.0 * 16 / 27,
                        7 / 9.0 - 439 / 198.0 * 8 / 11),
                // M = 2, 2, 2¾; d = (5,2), (4½,2), (7¾,6½); v = (4,0), (½,1); e = (4,0), (½,1), (5½,5½); δ = 1, 2.4,
                // −41/15
                steps(
                        new WisEtd(0.5, 2),
                        0.8,
                        0,
                        16 / 15.0,
                        1.2,
                        16 / 15.0 - 41 / 15.0 * 22 / 31,
                        1.2 - 41 / 15.0 * 11 / 13),
                // d and e of wis-td; w = (1,0), (31/24,14/24); eᵀw = 0, ¼, 15/4; δ = 1, 7/3, −19/9
                steps(
                        new WisGtd(0.5, 2, 0.5),
                        2 / 3.0,
                        0,
                        5 / 6.0,
                        25 / 36.0,
                        5 / 6.0 - (38 / 9.0 + 15 / 16.0) / 3.375,
                        25 / 36.0 - 38 / 9.0 / 2.75));
    }

    @ParameterizedTest
    @MethodSource
    void threeStepsGiveTheFractionsComputedByHand(Config config, double[] expected) {
        double[][] weights = afterEachStep(config);
        for (int t = 0; t < 3; t++) {
            assertThat(weights[t])
                    .as("after step %d", t)
                    .containsExactly(new double[] {expected[2 * t], expected[2 * t + 1]}, within(1e-15));
        }
    }

    /** One feature that is always 1, γ = λ = ½, ρ = 1, i = 1; rewards 1 and then as given. */
    private static double afterTwoSteps(Config config, double secondReward) {
        Learner learner = config.learner(1);
        Transition t = new Transition();
        Features one = Features.dense(1);
        t.start(one, 0.5, 1);
        t.ratio(1);
        t.arrive(1, one, 0.5, 0.5, 1);
        learner.update(t);
        t.ratio(1);
        t.arrive(secondReward, one, 0.5, 0.5, 1);
        learner.update(t);
        return learner.weights()[0];
    }

    static Stream<Arguments> oneFeatureGivesTheWeightsComputedByHand() {
        return Stream.of(
                // e = ½, 0.5625; θ₁ = ½, δ₁ = ¾: ½ + ¾·0.5625 + (0.5625 − ½)·½
                Arguments.of(new TrueOnlineTd(StepSize.constant(0.5)), 1, 0.953125),
                // M = 1, 1.25; e = ½, ⅛ + 0.625·0.875 = 0.671875
                Arguments.of(new TrueOnlineEtd(StepSize.constant(0.5)), 1, 1.02734375),
                // e = 1, 1.25: A = ½(1 + 1.25), b = 1 + 2·1.25
                Arguments.of(new Lstd(0), 2, 3.5 / 1.125),
                // the means: A = 0.5625, b = 1.75
                Arguments.of(new Lstd(0.5), 2, 1.75 / 1.0625),
                // M = 1, 1.25; e = 1, 1.5: A = ½(1 + 1.5), b = 1 + 2·1.5
                Arguments.of(new Elstd(0), 2, 3.2),
                // F = 1, 1.25; M = 1, 1.125; e = 1, 1.375
                Arguments.of(new Elstd(0, 0.25), 2, 3.75 / 1.1875));
    }

    @ParameterizedTest
    @MethodSource
    void oneFeatureGivesTheWeightsComputedByHand(Config config, double secondReward, double expected) {
        assertThat(afterTwoSteps(config, secondReward)).isCloseTo(expected, within(1e-14));
    }
}
