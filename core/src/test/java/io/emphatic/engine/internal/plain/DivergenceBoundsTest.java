package io.emphatic.engine.internal.plain;

import static io.emphatic.engine.Divergence.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import org.junit.jupiter.api.Test;

/** Every magnitude of a step counts in the decision whether the step is refused. */
class DivergenceBoundsTest {

    /** A step from a state with norm 2 to a state with norm 4. */
    private static Transition step(double gammaNext) {
        Transition t = new Transition();
        t.start(Features.dense(0, 2), 0, 1);
        t.ratio(1);
        t.arrive(0, Features.dense(4, 0), gammaNext, 0, 1);
        return t;
    }

    private static StepNorms norms(double gammaNext) {
        StepNorms norms = new StepNorms();
        norms.set(step(gammaNext), 8, 16);
        return norms;
    }

    private static Coefficients coefficients(double a, double followOn) {
        Coefficients c = new Coefficients();
        c.set(a, 1, 1);
        c.setEmphasis(followOn, 0);
        return c;
    }

    @Test
    void sharedMagnitudesAreThoseOfDecayTraceFeaturesAndFollowOn() {
        assertThat(Divergence.shared(step(0.5), coefficients(-32, 1), 64)).isEqualTo(32 + 64 + 6 + 1);
        Coefficients unknown = coefficients(-32, 1);
        unknown.clearEmphasis();
        assertThat(Divergence.shared(step(0), unknown, 64)).isEqualTo(32 + 64 + 2);
    }

    @Test
    void featuresBehindAnEndDoNotCount() {
        assertThat(Divergence.features(step(0))).isEqualTo(2);
        assertThat(Divergence.features(step(0.5))).isEqualTo(6);
        assertThat(norms(0).sum()).isEqualTo(2 + 8 + 16);
    }

    @Test
    void aFollowOnPastTheLimitIsRefused() {
        assertThat(Divergence.allows(Divergence.shared(step(1), coefficients(0, 0.99 * LIMIT), 1)))
                .isTrue();
        assertThat(Divergence.allows(Divergence.shared(step(1), coefficients(0, LIMIT), 1)))
                .isFalse();
    }

    @Test
    void notANumberIsRefused() {
        assertThat(Divergence.allows(Double.NaN)).isFalse();
        assertThat(Divergence.allows(LIMIT)).isFalse();
        assertThat(Divergence.allows(0.99 * LIMIT)).isTrue();
    }

    @Test
    void sharedMagnitudesScaleAndWeightsAreAllJudged() {
        assertThat(Divergence.allows(1, 1, 1)).isTrue();
        assertThat(Divergence.allows(LIMIT, 1, 1)).isFalse();
        assertThat(Divergence.allows(1, -LIMIT, 1)).isFalse();
        assertThat(Divergence.allows(1, 1, LIMIT)).isFalse();
    }

    @Test
    void theNormsOfAGradientStepAreThoseOfItsFourVectors() {
        StepNorms norms = norms(0.5);
        assertThat(norms.e).isEqualTo(8);
        assertThat(norms.h).isEqualTo(16);
        assertThat(norms.sum()).isEqualTo(2 + 4 + 8 + 16);
        assertThat(norms.products()).isEqualTo((2 + 8 + 16) * (1 + 2 + 4));
        assertThat(norms.move(-1, 0, 0)).isEqualTo(8);
        assertThat(norms.move(0, -1, 0)).isEqualTo(2);
        assertThat(norms.move(0, 0, -1)).isEqualTo(4);
        assertThat(norms.move(1, 1, 1)).isEqualTo(8 + 2 + 4);
    }

    /**
     * |δ| + (α + α_w) (|δ| (1 + ‖e‖) + ‖w‖ (‖φₜ‖ + ‖e‖ + ‖h‖) (1 + ‖φₜ‖ + ‖φₜ₊₁‖)), with δ½ and w½ after a half step.
     */
    @Test
    void theReachOfAGradientStepCountsTdErrorAndSecondaryWeights() {
        StepNorms norms = norms(0.5);
        assertThat(norms.reach(3, -5, 0, false)).isEqualTo(5 + 3 * 5 * 9);
        assertThat(norms.reach(3, 0, 7, false)).isEqualTo(3 * 7 * 26 * 7);
        double moves = 3 * 5 * 9;
        double deltaHalf = 5 + 6 * moves;
        assertThat(norms.reach(3, -5, 0, true)).isEqualTo(deltaHalf + 3 * (deltaHalf * 9 + moves * 26 * 7));
    }
}
