package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.Experience.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ending and truncation, with γ, λ and i that differ from state to state and are not 0 at the starts of episodes. */
class EpisodeTest {

    private static List<Row> rows(long seed, int count, Fate last) {
        List<Row> rows = new ArrayList<>();
        for (Row r : Experience.random(new SplittableRandom(seed), new Shape(count, 4, false, 0, false))
                .rows()) {
            boolean isLast = rows.size() == count - 1;
            // Nothing but the end may cut a trace here: neither γ = 0, nor λ = 0, nor an action the target never takes.
            double gamma = Math.max(r.gamma(), 0.5);
            double lambda = Math.max(r.lambda(), 0.3);
            double pi = Math.max(r.pi(), 0.2);
            rows.add(new Row(
                    r.phi(), pi, r.mu(), r.reward(), gamma, lambda, r.interest(), isLast ? last : Fate.GOES_ON));
        }
        return rows;
    }

    private static Learner learned(Algorithm algorithm, List<Row> rows) {
        Learner learner = LearnerContractTest.lively(algorithm).learner(4);
        new Experience(rows).play(Kind.DENSE, learner::update);
        return learner;
    }

    private static List<Row> join(List<Row> first, List<Row> second) {
        List<Row> joined = new ArrayList<>(first);
        joined.addAll(second);
        return joined;
    }

    /** The trace after the second stream must be that of a learner that never saw the first one. */
    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithmsThatForget")
    void afterAnEndOrACutTheTracesAreThoseOfANewStream(Algorithm algorithm) {
        List<Row> second = rows(2, 4, Fate.IS_CUT);
        double[] alone = learned(algorithm, second).snapshot().arrays().get("trace");
        for (Fate fate : List.of(Fate.TERMINATES, Fate.IS_CUT)) {
            double[] joined = learned(algorithm, join(rows(1, 30, fate), second))
                    .snapshot()
                    .arrays()
                    .get("trace");
            assertThat(joined).as("after a stream that %s", fate).isEqualTo(alone);
        }
        double[] goingOn = learned(algorithm, join(rows(1, 30, Fate.GOES_ON), second))
                .snapshot()
                .arrays()
                .get("trace");
        assertThat(goingOn).isNotEqualTo(alone);
    }

    /** Weights after two streams = weights after the second one from where the first one left them. */
    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithmsWithOneWeightVector")
    void onlyWeightsPassFromOneEpisodeToTheNext(Algorithm algorithm) {
        List<Row> second = rows(4, 30, Fate.IS_CUT);
        for (Fate fate : List.of(Fate.TERMINATES, Fate.IS_CUT)) {
            List<Row> first = rows(3, 30, fate);
            Learner fresh = LearnerContractTest.lively(algorithm)
                    .learner(learned(algorithm, first).weights());
            new Experience(second).play(Kind.DENSE, fresh::update);
            assertThat(learned(algorithm, join(first, second)).weights()).isEqualTo(fresh.weights());
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void theStepIntoATerminalStateIsLearnedAndTheLastRowOfACutStreamIsNot(Algorithm algorithm) {
        assertThat(learned(algorithm, rows(5, 10, Fate.TERMINATES)).steps()).isEqualTo(10);
        assertThat(learned(algorithm, rows(5, 10, Fate.IS_CUT)).steps()).isEqualTo(9);
        assertThat(learned(algorithm, rows(5, 10, Fate.GOES_ON)).steps()).isEqualTo(9);
    }

    /**
     * A state with γ = 0 in the middle of a stream ends the prediction, although time goes on: nothing passes through
     * it.
     */
    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithmsThatForget")
    void aDiscountOfZeroInTheMiddleOfAStreamStopsTraceAndFollowOn(Algorithm algorithm) {
        List<Row> after = rows(6, 20, Fate.IS_CUT);
        Row gate = after.get(0);
        after.set(
                0,
                new Row(
                        gate.phi(),
                        gate.pi(),
                        gate.mu(),
                        gate.reward(),
                        0,
                        gate.lambda(),
                        gate.interest(),
                        gate.fate()));
        double[] one = learned(algorithm, join(rows(7, 20, Fate.GOES_ON), after))
                .snapshot()
                .arrays()
                .get("trace");
        double[] other = learned(algorithm, join(rows(8, 20, Fate.GOES_ON), after))
                .snapshot()
                .arrays()
                .get("trace");
        assertThat(one).isEqualTo(other);
    }
}
