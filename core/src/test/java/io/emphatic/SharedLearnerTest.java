package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that take turns on one learner, and learners and steps as bytes. */
class SharedLearnerTest {
    private static final int SIZE = 80; // above 64 features sparse ones take another path than dense ones

    static Stream<Arguments> algorithmsAndKinds() {
        return LearnerContractTest.algorithmsAndKinds();
    }

    /** Without what ties all weights together: regularisation shrinks those of the other stream, too. */
    private static Config config(Algorithm algorithm) {
        return LearnerContractTest.lively(algorithm, Map.of("regularization", 0.0, "ridge", 0.0, "overshoot", 0.05));
    }

    static Stream<Arguments> algorithmsThatDoNotCountAndKinds() {
        return algorithmsAndKinds()
                .filter(arguments -> !arguments.get()[0].toString().equals("lc-etd"));
    }

    @Test
    void streamsThatTakeTurnsAreCountedTogetherByLcEtdAndHaveTheirOwnFollowOn() {
        Learner shared = new LcEtd(StepSize.constant(0.1), Limits.NONE, 0.5, 2).sharedLearner(new double[2]);
        Features[] phi = {Features.dense(1, 0), Features.dense(0, 1)};
        Transition[] t = {new Transition(), new Transition()};
        ParkedStream[] parked = {new ParkedStream(), new ParkedStream()};
        t[0].start(phi[0], 0, 1);
        t[1].start(phi[1], 0, 5);
        double[] followOn = new double[2];
        for (int k = 1; k <= 20; k++) {
            int stream = k % 2;
            shared.resume(parked[stream]);
            double c = k <= 2 ? 1 : 1 / Math.sqrt(k);
            double interest = stream == 0 ? k <= 2 ? 1 : 3 : k <= 2 ? 5 : 7;
            followOn[stream] = (1 - c) * 2 * followOn[stream] + c * interest;
            t[stream].ratio(2);
            t[stream].arrive(1, phi[stream], 0.9, 0, stream == 0 ? 3 : 7);
            shared.update(t[stream]);
            assertThat(shared.followOn()).isCloseTo(followOn[stream], within(1e-9));
            shared.park(parked[stream]);
        }
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("algorithmsThatDoNotCountAndKinds")
    void streamsWithFeaturesOfTheirOwnLearnAsIfTheyWereAlone(Algorithm algorithm, Kind kind) {
        Config config = config(algorithm);
        List<Turn> first = new ArrayList<>();
        List<Turn> second = new ArrayList<>();
        record(half(LearnerContractTest.log(1, kind, SIZE), 0), kind, first);
        record(half(LearnerContractTest.log(2, kind, SIZE), SIZE / 2), kind, second);
        Learner shared = config.sharedLearner(new double[SIZE]);
        Learner[] alone = {config.sharedLearner(new double[SIZE]), config.sharedLearner(new double[SIZE])};
        ParkedStream[] parked = {new ParkedStream(), new ParkedStream()};
        int turn = -1;
        for (int k = 0; k < Math.min(first.size(), second.size()); k++) {
            for (int stream = 0; stream < 2; stream++) {
                if (turn >= 0) {
                    shared.park(parked[turn]);
                }
                shared.resume(new ParkedStream(parked[stream].numbers())); // as it would come from a file
                turn = stream;
                Transition step = (stream == 0 ? first : second).get(k).step();
                shared.update(step);
                alone[stream].update(step);
                assertThat(new double[] {shared.tdError(), shared.followOn()})
                        .isEqualTo(new double[] {alone[stream].tdError(), alone[stream].followOn()});
            }
        }
        assertThat(shared.steps()).isEqualTo(alone[0].steps() + alone[1].steps());
        boolean adds = algorithm.family() == Family.LEAST_SQUARES;
        double[] expected = adds ? merged(alone) : sideBySide(alone);
        assertThat(shared.weights()).containsExactly(expected, within(adds ? 1e-9 : 0));
    }

    private static double[] merged(Learner[] alone) {
        alone[0].merge(alone[1]);
        return alone[0].weights();
    }

    private static double[] sideBySide(Learner[] alone) {
        double[] weights = alone[0].weights();
        System.arraycopy(alone[1].weights(), SIZE / 2, weights, SIZE / 2, SIZE / 2);
        return weights;
    }

    /** A step that can be taken more than once. */
    private record Turn(byte[] bytes, Features here, double reward, Features next, double[] arrival) {
        Transition step() {
            Transition t = new Transition();
            try {
                t.read(new DataInputStream(new ByteArrayInputStream(bytes)), here);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            t.arrive(reward, next, arrival[0], arrival[1], arrival[2]);
            return t;
        }
    }

    /** The steps of a log, each as it stands when its action has been taken. */
    private static void record(Experience log, Kind kind, List<Turn> into) {
        Transition t = new Transition();
        boolean starts = true;
        List<Row> rows = log.rows();
        for (int k = 0; k + 1 < rows.size(); k++) {
            Row row = rows.get(k);
            Row next = rows.get(k + 1);
            if (starts) {
                t.start(row.features(kind), row.lambda(), row.interest());
            }
            starts = row.fate() != Fate.GOES_ON;
            if (row.fate() == Fate.IS_CUT) {
                continue;
            }
            t.action(row.pi(), row.mu());
            boolean ends = row.fate() == Fate.TERMINATES;
            Features phi = ends ? Features.none(SIZE) : next.features(kind);
            double[] arrival = ends ? new double[3] : new double[] {next.gamma(), next.lambda(), next.interest()};
            into.add(new Turn(bytes(t), t.here(), row.reward(), phi, arrival));
            t.arrive(row.reward(), phi, arrival[0], arrival[1], arrival[2]);
        }
    }

    private static byte[] bytes(Transition t) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            t.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** The log with features of one half only. */
    private static Experience half(Experience log, int from) {
        return new Experience(log.rows().stream()
                .map(row -> {
                    double[] phi = new double[SIZE];
                    System.arraycopy(row.phi(), from, phi, from, SIZE / 2);
                    return new Row(
                            phi,
                            row.pi(),
                            row.mu(),
                            row.reward(),
                            row.gamma(),
                            row.lambda(),
                            row.interest(),
                            row.fate());
                })
                .toList());
    }

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("algorithmsAndKinds")
    void aLearnerWrittenAndReadAfterEveryStepContinuesToTheBit(Algorithm algorithm, Kind kind) throws IOException {
        Config config = LearnerContractTest.lively(algorithm);
        for (boolean isShared : new boolean[] {false, true}) {
            Learner straight = learner(config, isShared);
            Learner[] saved = {learner(config, isShared)};
            LearnerContractTest.log(3, kind, SIZE).play(kind, 0, 150, step -> {
                straight.update(step);
                saved[0].update(step);
                Learner next = learner(config, isShared);
                try {
                    next.read(new DataInputStream(new ByteArrayInputStream(bytes(saved[0]))));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                saved[0] = next;
            });
            assertThat(bytes(saved[0])).isEqualTo(bytes(straight));
            assertThat(saved[0].weights()).isEqualTo(straight.weights());
            assertThat(saved[0].steps()).isEqualTo(straight.steps()).isPositive();
        }
    }

    private static Learner learner(Config config, boolean isShared) {
        return isShared ? config.sharedLearner(new double[SIZE]) : config.learner(SIZE);
    }

    private static byte[] bytes(Learner learner) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            learner.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void featuresComeBackFromTheirBytes() throws IOException {
        for (Features features : List.of(
                Features.dense(1.5, -0.0, 3),
                Features.sparse(10, new int[] {7, 2}, new double[] {-1, 0.25}),
                Features.binary(10, 9, 1),
                Features.none(4))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            features.write(new DataOutputStream(bytes));
            Features read = Features.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            assertThat(read).hasSameClassAs(features);
            assertThat(read.size()).isEqualTo(features.size());
            for (int j = 0; j < features.size(); j++) {
                assertThat(Double.doubleToRawLongBits(read.get(j)))
                        .isEqualTo(Double.doubleToRawLongBits(features.get(j)));
            }
        }
    }

    @Test
    void aStepSizeChosenFromTheDataDoesNotShareWeights() {
        assertThatThrownBy(() -> new Td(StepSize.auto(), Limits.NONE).sharedLearner(new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("per: stream");
    }

    @Test
    void aLearnerCountsOnFromTheStepsOfAnother() {
        Learner learner = new Td(StepSize.decaying(1, 10), Limits.NONE).learner(new double[] {1});
        learner.countFrom(90, OptionalLong.empty());
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        t.ratio(1);
        t.arrive(2, Features.none(1), 0, 0, 0);
        learner.update(t);
        // θ + c₁/(c₂ + 90) (2 − θ)
        assertThat(learner.weights()[0]).isCloseTo(1 + 0.01, within(1e-15));
        assertThat(learner.steps()).isEqualTo(91);
        assertThatThrownBy(() -> learner.countFrom(5, OptionalLong.empty())).isInstanceOf(IllegalStateException.class);
    }
}
