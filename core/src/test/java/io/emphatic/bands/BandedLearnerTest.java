package io.emphatic.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.batch.Batch;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandedLearnerTest {
    private static final int SIZE = 3;

    /** Episodes of random features, ratios and rewards; with many features, one of them is active. */
    private static final class Walk {
        private final int size;
        private final SplittableRandom random = new SplittableRandom(7);
        private final Transition t = new Transition();
        private boolean ended = true;

        Walk(int size) {
            this.size = size;
        }

        Transition step() {
            if (ended) {
                t.start(features(), 0.5, 1);
            }
            t.action(random.nextInt(2) == 0 ? 0.6 : 0.4, 0.5);
            ended = random.nextInt(10) == 0;
            t.arrive(random.nextDouble(), ended ? Features.none(size) : features(), ended ? 0 : 0.7, 0.5, 1);
            return t;
        }

        private Features features() {
            return size == SIZE
                    ? Features.dense(random.nextDouble(), random.nextDouble(), 1)
                    : Features.binary(size, random.nextInt(size));
        }
    }

    private static Config config(String name) {
        return Algorithms.named(name).configure(Map.of());
    }

    private static final Features PHI = Features.dense(0.3, 0.6, 1);

    @ParameterizedTest
    @CsvSource({"etd, 3", "gtd, 3", "elstd, 3", "elstd, 70", "wis-etd, 3", "wis-gtd, 3", "true-online-etd, 3"})
    void weightsAreThoseOfTheLearnerWithoutBandsAndARestoredOneContinuesToTheBit(String name, int size)
            throws IOException {
        Learner plain = config(name).learner(size);
        BandedLearner banded = BandedLearner.of(config(name), new double[size], 20, false);
        BandedLearner restored = BandedLearner.of(config(name), new double[size], 20, false);
        Features phi = size == SIZE ? PHI : Features.binary(size, 1);
        Walk walk = new Walk(size);
        for (int k = 0; k < 3000; k++) {
            Transition t = walk.step();
            plain.update(t);
            banded.update(t);
            if (k == 1999) {
                banded.standardError(phi);
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                banded.write(new DataOutputStream(bytes));
                restored.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            } else if (k >= 2000) {
                restored.update(t);
            }
        }
        assertThat(banded.weights()).isEqualTo(plain.weights());
        assertThat(banded.refusal()).isEmpty();
        assertThat(restored.standardError(phi))
                .isEqualTo(banded.standardError(phi))
                .isPositive();
        assertThat(restored.deviations()).isEqualTo(banded.deviations());
        assertThat(restored.tailShape()).isEqualTo(banded.tailShape());
    }

    @ParameterizedTest
    @ValueSource(strings = {"etd", "gtd", "tdrc", "elstd"})
    void aStreamThatIsParkedAfterEveryStepHasTheSameError(String name) {
        Map<String, Double> step = name.equals("elstd") ? Map.of() : Map.of("step_size", 0.01);
        Config config = Algorithms.named(name).configure(step);
        BandedLearner stays = BandedLearner.of(config, new double[SIZE], 20, true);
        BandedLearner parked = BandedLearner.of(config, new double[SIZE], 20, true);
        ParkedStream rest = new ParkedStream();
        Walk walk = new Walk(SIZE);
        for (int k = 0; k < 1000; k++) {
            Transition t = walk.step();
            stays.update(t);
            parked.resume(new ParkedStream(rest.numbers()));
            parked.update(t);
            parked.park(rest);
        }
        assertThat(parked.deviations()).isEqualTo(stays.deviations());
    }

    /** With γ = 0, one feature and αₜ = 1/(1 + t), θ is the mean reward. */
    @ParameterizedTest
    @ValueSource(strings = {"td", "lstd"})
    void theErrorOfAMeanIsItsStandardError(String name) {
        Map<String, Double> schedule = name.equals("lstd") ? Map.of() : Map.of("c1", 1.0, "c2", 1.0);
        BandedLearner learner = BandedLearner.of(Algorithms.named(name).configure(schedule), new double[1], 400, false);
        SplittableRandom random = new SplittableRandom(3);
        Transition t = new Transition();
        Features one = Features.dense(1);
        int steps = 4000;
        for (int k = 0; k < steps; k++) {
            t.start(one, 0, 1);
            t.ratio(1);
            t.arrive(random.nextInt(2), Features.none(1), 0, 0, 1);
            learner.update(t);
        }
        double error = 0.5 / Math.sqrt(steps);
        assertThat(learner.standardError(one)).isCloseTo(error, within(0.25 * error));
        double sum = 0;
        for (double[] deviation : learner.deviations()) {
            sum += deviation[0] * deviation[0];
        }
        assertThat(Math.sqrt(sum)).isCloseTo(learner.standardError(one), within(0.05 * error));
    }

    /**
     * With γ = 0 and one feature θ is the mean reward, and what streams have in common with themselves is in its error.
     */
    @ParameterizedTest
    @CsvSource({"8, 300, 8, 8", "20, 100, 20, 20", "33, 41, 33, 33", "64, 5, 64, 64", "500, 3, 32, 64"})
    void longStreamsAreNotTakenForManyIndependentSteps(int streams, int steps, int fewest, int most) {
        BandedLearner learner = BandedLearner.of(config("lstd"), new double[1], BandedLearner.REPLICATES, false);
        SplittableRandom random = new SplittableRandom(5);
        Transition t = new Transition();
        Features one = Features.dense(1);
        double[] sums = new double[streams];
        for (int g = 0; g < streams; g++) {
            double effect = random.nextDouble();
            learner.startStream();
            for (int k = 0; k < steps; k++) {
                double reward = effect + random.nextDouble();
                sums[g] += reward;
                t.start(one, 0, 1);
                t.ratio(1);
                t.arrive(reward, Features.none(1), 0, 0, 1);
                learner.update(t);
            }
        }
        double mean = Arrays.stream(sums).sum() / streams;
        double squares =
                Arrays.stream(sums).map(sum -> sum - mean).map(d -> d * d).sum();
        double error = Math.sqrt(squares / streams / (streams - 1)) / steps;
        assertThat(learner.standardError(one)).isCloseTo(error, within(most == streams ? 1e-10 : 0.25 * error));
        assertThat(learner.deviations().length).isBetween(fewest, most);
    }

    /** As the one row of a stream that is cut there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 20, 40})
    void aStreamWithoutStepsChangesNothing(int streams) {
        BandedLearner learner = BandedLearner.of(config("lstd"), new double[SIZE], BandedLearner.REPLICATES, false);
        Walk walk = new Walk(SIZE);
        for (int k = 0; k < 2240; k++) {
            if (k % (2240 / streams) == 0) {
                learner.startStream();
            }
            learner.update(walk.step());
        }
        double[][] before = learner.deviations();
        int freedom = learner.freedom();
        learner.startStream();
        assertThat(learner.freedom()).isEqualTo(freedom);
        double[][] after = learner.deviations();
        for (int g = 0; g <= freedom; g++) {
            assertThat(after[g]).containsExactly(before[g], within(1e-12));
        }
    }

    /** Also where another begins, and the parts of streams before it are added up: with the 33rd. */
    @Test
    void aStreamThatIsLeftTakesItsTraceAlong() {
        BandedLearner learner = BandedLearner.of(config("elstd"), new double[SIZE], BandedLearner.REPLICATES, true);
        ParkedStream left = new ParkedStream();
        Walk walk = new Walk(SIZE);
        for (int g = 0; g < 70; g++) {
            for (int k = 0; k < 100 || walk.ended; k++) {
                learner.update(walk.step());
            }
            learner.startStream();
            learner.park(left);
            double[] numbers = left.numbers();
            int count = (int) numbers[0];
            double[] ofLearner = Arrays.copyOfRange(numbers, 1, 1 + count);
            assertThat(Arrays.copyOfRange(numbers, numbers.length - count, numbers.length))
                    .as("stream %d", g)
                    .isEqualTo(ofLearner);
        }
    }

    /** They are one long stream each: their steps become independent with time. */
    @Test
    void fewStreamsAreCut() {
        BandedLearner learner = BandedLearner.of(config("lstd"), new double[SIZE], BandedLearner.REPLICATES, false);
        Walk walk = new Walk(SIZE);
        for (int k = 0; k < 3000; k++) {
            if (k % 1000 == 0) {
                learner.startStream();
            }
            learner.update(walk.step());
        }
        assertThat(learner.deviations().length).isBetween(20, 64);
    }

    /**
     * With γ = 0 and one feature Var(θ) = α/(2 − α) Var(R), whatever the last few rewards, which θ is made of, were.
     */
    @Test
    void theErrorIsThatOverOtherDataAndNotThatOfTheLastSteps() {
        double alpha = 0.1;
        double rare = 0.05;
        Features one = Features.dense(1);
        double error = Math.sqrt(alpha / (2 - alpha) * rare * (1 - rare));
        for (int seed = 0; seed < 10; seed++) {
            BandedLearner learner = BandedLearner.of(
                    Algorithms.named("td").configure(Map.of("step_size", alpha)),
                    new double[1],
                    BandedLearner.REPLICATES,
                    false);
            SplittableRandom random = new SplittableRandom(seed);
            Transition t = new Transition();
            for (int k = 0; k < 8192; k++) {
                t.start(one, 0, 1);
                t.ratio(1);
                t.arrive(random.nextDouble() < rare ? 1 : 0, Features.none(1), 0, 0, 1);
                learner.update(t);
            }
            assertThat(learner.standardError(one)).isCloseTo(error, within(0.4 * error));
        }
    }

    /** E[F²] is finite where γ² E[ρ²] < 1, and ρ is 0 or 2 here. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.98})
    void withoutASecondMomentThereIsNoBar(double gamma) {
        BandedLearner learner = BandedLearner.of(
                Algorithms.named("etd").configure(Map.of("step_size", 1e-4)), new double[1], 20, false);
        SplittableRandom random = new SplittableRandom(5);
        Transition t = new Transition();
        Features one = Features.dense(1);
        t.start(one, 0, 1);
        for (int k = 0; k < 20_000; k++) {
            t.ratio(2 * random.nextInt(2));
            t.arrive(random.nextDouble() - 0.5, one, gamma, 0, 1);
            learner.update(t);
        }
        assertThat(learner.refusal().isPresent()).isEqualTo(gamma > 0.7);
        if (gamma > 0.7) {
            assertThat(learner.refusal().orElseThrow()).contains("etd-beta").contains("overshoot");
            assertThat(learner.standardError(one)).isNaN();
            assertThat(learner.deviations()).isEmpty();
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> BandedLearner.of(config("etd"), new double[2], 5, false))
                .hasMessageContaining("not at least 10")
                .hasMessageContaining("5");
        assertThatThrownBy(() -> BandedLearner.of(config("wis-etd"), new double[2], 20, true))
                .hasMessageContaining("share no trace");
        assertThatThrownBy(() -> BandedLearner.of(config("elstd"), new double[501], 20, false))
                .hasMessageContaining("500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fhat-etd", "gem-etd"})
    void aTraceThatIsNotThatOfTdGivesNoLicence(String name) {
        BandedLearner td = BandedLearner.of(config("td"), new double[SIZE], 20, false);
        BandedLearner own = BandedLearner.of(config(name), new double[SIZE], 20, false);
        Walk walk = new Walk(SIZE);
        for (int k = 0; k < 1024; k++) {
            Transition t = walk.step();
            td.update(t);
            own.update(t);
        }
        assertThat(td.tailShape()).isNotPositive();
        assertThat(own.tailShape()).isNotEqualTo(td.tailShape());
    }

    @Test
    void replicatesCountTheStepsOfAllStreamsAsTheirLearnerDoes() {
        Config config = Algorithms.named("lc-etd").configure(Map.of("step_size", 0.01));
        Learner learner = config.sharedLearner(new double[SIZE]);
        Batch replicate = Batch.of(List.of(config)).batch(new double[SIZE]);
        Walk[] walks = {new Walk(SIZE), new Walk(SIZE)};
        ParkedStream[][] parked = new ParkedStream[2][];
        for (int k = 0; k < 100; k++) {
            Transition t = walks[k % 2].step();
            learner.update(t);
            replicate.update(t);
            ParkedStream own = new ParkedStream();
            learner.park(own);
            ParkedStream ofReplicate = new ParkedStream();
            replicate.park(ofReplicate);
            parked[k % 2] = new ParkedStream[] {own, ofReplicate};
            if (parked[1 - k % 2] != null) {
                learner.resume(parked[1 - k % 2][0]);
                parked[1 - k % 2][1].rewind();
                replicate.resume(parked[1 - k % 2][1]);
            }
        }
        assertThat(replicate.weights(0)).isEqualTo(learner.weights());
    }
}
