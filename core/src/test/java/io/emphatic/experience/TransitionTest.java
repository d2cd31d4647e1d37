package io.emphatic.experience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransitionTest {
    private static final Features A = Features.dense(1, 0);
    private static final Features B = Features.dense(0, 1);
    private static final Features C = Features.dense(1, 1);

    private final Transition t = new Transition();

    @BeforeEach
    void oneStep() {
        t.start(A, 0.1, 1.1);
        t.action(0.2, 0.4);
        t.arrive(7, B, 0.8, 0.2, 1.2);
    }

    @Test
    void aStartHasNothingBeforeIt() {
        assertThat(t.phi()).isSameAs(A);
        assertThat(t.gamma()).isZero();
        assertThat(t.lambda()).isEqualTo(0.1);
        assertThat(t.interest()).isEqualTo(1.1);
        assertThat(t.pi()).isEqualTo(0.2);
        assertThat(t.mu()).isEqualTo(0.4);
        assertThat(t.rho()).isEqualTo(0.5);
        assertThat(t.piPrev()).isZero();
        assertThat(t.muPrev()).isZero();
        assertThat(t.rhoPrev()).isZero();
        assertThat(t.reward()).isEqualTo(7);
        assertThat(t.phiNext()).isSameAs(B);
        assertThat(t.gammaNext()).isEqualTo(0.8);
        assertThat(t.lambdaNext()).isEqualTo(0.2);
        assertThat(t.isComplete()).isTrue();
    }

    @Test
    void theSuccessorBecomesTheCurrentStateAndTheRatioThePreviousOne() {
        t.action(0.9, 0.3);
        assertThat(t.isComplete()).isFalse();
        t.arrive(8, C, 0.7, 0.3, 1.3);

        assertThat(t.phi()).isSameAs(B);
        assertThat(t.gamma()).isEqualTo(0.8);
        assertThat(t.lambda()).isEqualTo(0.2);
        assertThat(t.interest()).isEqualTo(1.2);
        assertThat(t.rho()).isEqualTo(0.9 / 0.3);
        assertThat(t.piPrev()).isEqualTo(0.2);
        assertThat(t.muPrev()).isEqualTo(0.4);
        assertThat(t.rhoPrev()).isEqualTo(0.5);
        assertThat(t.reward()).isEqualTo(8);
        assertThat(t.phiNext()).isSameAs(C);
        assertThat(t.gammaNext()).isEqualTo(0.7);
        assertThat(t.lambdaNext()).isEqualTo(0.3);
    }

    @Test
    void startingAgainForgetsWhatCameBefore() {
        t.action(0.9, 0.3);
        t.arrive(8, C, 0.7, 0.3, 1.3);
        t.start(A, 0.5, 2);
        assertThat(t.isComplete()).isFalse();
        t.action(1, 0.5);
        t.arrive(0, B, 0.9, 0, 1);
        assertThat(t.gamma()).isZero();
        assertThat(t.rhoPrev()).isZero();
        assertThat(t.piPrev()).isZero();
    }

    @Test
    void onlyTheRatioMayBeKnown() {
        assertThat(t.hasProbabilities()).isTrue();
        t.ratio(2.5);
        t.arrive(0, C, 0.9, 0, 1);
        assertThat(t.rho()).isEqualTo(2.5);
        assertThat(t.pi()).isNaN();
        assertThat(t.hasProbabilities()).isFalse();
        t.action(0.5, 0.5);
        t.arrive(0, C, 0.9, 0, 1);
        assertThat(t.hasProbabilities()).as("the step before has none").isFalse();
        t.action(0.5, 0.5);
        t.arrive(0, C, 0.9, 0, 1);
        assertThat(t.hasProbabilities()).isTrue();
    }

    @Test
    void stepsOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new Transition().action(0.5, 0.5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("start the transition first");
        assertThatThrownBy(() -> t.arrive(0, A, 0, 0, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no action was taken");
    }

    static Stream<Arguments> aTransitionRefusesAValueOutOfRange() {
        return Stream.of(
                bad("lambda is not in the interval [0, 1]: 1.2", t -> t.start(A, 1.2, 1)),
                bad("lambda is not in the interval [0, 1]: NaN", t -> t.start(A, Double.NaN, 1)),
                bad("interest is not in the interval [0, ∞): -1.0", t -> t.start(A, 0, -1)),
                bad("interest is not in the interval [0, ∞): Infinity", t -> t.start(A, 0, Double.POSITIVE_INFINITY)),
                bad("a state needs features", t -> t.start(null, 0, 1)),
                bad("target probability is not in the interval [0, 1]: 1.5", t -> t.action(1.5, 0.5)),
                bad("target probability is not in the interval [0, 1]: NaN", t -> t.action(Double.NaN, 0.5)),
                bad("was taken is not in the interval (0, 1]: 0.0", t -> t.action(0.5, 0)),
                bad("was taken is not in the interval (0, 1]: NaN", t -> t.action(0.5, Double.NaN)),
                bad("was taken is not in the interval (0, 1]: 1.1", t -> t.action(0.5, 1.1)),
                bad("importance_ratio is not a finite number: Infinity", t -> t.action(1, Double.MIN_VALUE)),
                bad("importance_ratio is not in the interval [0, ∞): -0.1", t -> t.ratio(-0.1)),
                bad("importance_ratio is not in the interval [0, ∞): NaN", t -> t.ratio(Double.NaN)));
    }

    private static Arguments bad(String message, java.util.function.Consumer<Transition> call) {
        return Arguments.of(message, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aTransitionRefusesAValueOutOfRange(String message, java.util.function.Consumer<Transition> call) {
        assertThatThrownBy(() -> call.accept(t))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        theSuccessorBecomesTheCurrentStateAndTheRatioThePreviousOne(); // nothing had changed
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY})
    void aRefusedArrivalKeepsTheAction(double value) {
        t.action(0.9, 0.3);
        assertThatThrownBy(() -> t.arrive(8, C, value, 0.3, 1.3)).hasMessageContaining("discount is not in");
        assertThatThrownBy(() -> t.arrive(8, C, 0.7, value, 1.3)).hasMessageContaining("lambda is not in");
        assertThatThrownBy(() -> t.arrive(8, C, 0.7, 0.3, -1)).hasMessageContaining("interest is not in");
        assertThatThrownBy(() -> t.arrive(Double.NaN, C, 0.7, 0.3, 1.3)).hasMessageContaining("reward is not a finite");
        assertThatThrownBy(() -> t.arrive(8, Features.none(3), 0.7, 0.3, 1.3))
                .hasMessageContaining("3 features where the one before has 2");
        assertThat(t.isComplete()).isFalse();
        t.arrive(8, C, 0.7, 0.3, 1.3);
        assertThat(t.phi()).isSameAs(B);
        assertThat(t.rhoPrev()).isEqualTo(0.5);
    }

    @Test
    void afterATerminalStateOnlyAStartFollows() {
        t.action(0.9, 0.3);
        t.arrive(8, Features.none(2), 0, 0, 0);
        assertThatThrownBy(() -> t.action(0.9, 0.3)).hasMessageContaining("start the next one first");
        assertThatThrownBy(() -> t.ratio(1)).hasMessageContaining("start the next one first");
        assertThat(t.isComplete()).isTrue();
        t.start(B, 0.5, 1);
        t.action(0.9, 0.3);
    }

    /** Where the prediction ends and the stream does not, time continues. */
    @Test
    void afterAnEndWithFeaturesOfItsOwnTheStreamMayContinue() {
        t.action(0.9, 0.3);
        t.arrive(8, Features.binary(2), 0, 0, 0);
        t.action(0.9, 0.3);
        t.arrive(8, C, 0.9, 0, 0);
        assertThat(t.toString()).contains("2 features").contains("reward 8.0");
    }
}
