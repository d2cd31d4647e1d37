package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedArrays;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LeastSquaresTest {

    static Stream<Config> configs() {
        return Stream.of(new Lstd(0), new Lstd(0.1), new Elstd(0), new Elstd(0.1, 0.5));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void sumsOfSplitStreamsMergeIntoTheSameSolution(Config config) {
        List<Row> all = new ArrayList<>();
        Learner whole = config.learner(5);
        Learner merged = config.learner(5);
        for (long seed = 1; seed <= 4; seed++) {
            List<Row> part =
                    new ArrayList<>(LearnerContractTest.log(seed, Kind.DENSE, 5).rows());
            Row last = part.get(part.size() - 1);
            part.set(
                    part.size() - 1,
                    new Row(
                            last.phi(),
                            last.pi(),
                            last.mu(),
                            last.reward(),
                            last.gamma(),
                            last.lambda(),
                            last.interest(),
                            Fate.IS_CUT));
            all.addAll(part);
            Learner machine = config.learner(5);
            new Experience(part).play(Kind.DENSE, machine::update);
            merged.merge(machine);
        }
        new Experience(all).play(Kind.DENSE, whole::update);

        assertThat(merged.steps()).isEqualTo(whole.steps());
        Close.assertClose(merged.weights(), whole.weights(), 1e-10);
        assertThat(merged.snapshot().restore().weights()).isEqualTo(merged.weights());
    }

    @Test
    void onlyLearnersOfOneConfigAndSizeAreMerged() {
        Learner lstd = new Lstd(0).learner(3);
        assertThatThrownBy(() -> lstd.merge(new Lstd(0).learner(4))).hasMessageContaining("of one config");
        assertThatThrownBy(() -> lstd.merge(new Elstd(0).learner(3))).hasMessageContaining("of one config");
        Learner td = new Td(0.1).learner(3);
        assertThatThrownBy(() -> td.merge(new Td(0.1).learner(3)))
                .hasMessage("only least squares can be merged: its sums add up, weights do not");
    }

    /** Two features that are always equal leave A singular; the pseudo-inverse shares the weight between them. */
    @Test
    void aSingularSystemHasTheSolutionOfLeastNorm() {
        Learner lstd = new Lstd(0).learner(3);
        Learner alone = new Lstd(0).learner(1);
        Transition t = new Transition();
        Transition one = new Transition();
        t.start(Features.dense(1, 1, 0), 0.5, 1);
        one.start(Features.dense(1), 0.5, 1);
        for (int k = 0; k < 20; k++) {
            double reward = k % 3;
            t.ratio(1);
            t.arrive(reward, Features.dense(1, 1, 0), 0.9, 0.5, 1);
            lstd.update(t);
            one.ratio(1);
            one.arrive(reward, Features.dense(1), 0.9, 0.5, 1);
            alone.update(one);
        }
        double v = alone.weights()[0];
        Close.assertClose(lstd.weights(), new double[] {v / 2, v / 2, 0}, 1e-12);
    }

    /** Directions count down to 1e-12 of the strongest, and no further. */
    @Test
    void theCutOffIsOneInAMillionMillion() {
        for (double scale :
                new double[] {1e-5, 1e-7}) { // squared in A: singular values of 1e-10 and 1e-14 of the largest
            Learner lstd = new Lstd(0).learner(2);
            Transition t = new Transition();
            for (int k = 0; k < 4; k++) {
                boolean weak = k % 2 == 1;
                t.start(weak ? Features.dense(0, scale) : Features.dense(1, 0), 0, 1);
                t.ratio(1);
                t.arrive(weak ? scale : 1, Features.none(2), 0, 0, 0);
                lstd.update(t);
            }
            Close.assertClose(lstd.weights(), new double[] {1, scale > 1e-6 ? 1 : 0}, 1e-12);
        }
    }

    @Test
    void aSolutionBeyondTheRangeOfNumbersIsNotHandedOut() {
        Learner lstd = new Lstd(0).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(1e-250), 0, 1);
        t.ratio(1e200);
        t.arrive(1e98, Features.none(1), 0, 0, 0);
        lstd.update(t);
        assertThatThrownBy(lstd::weights)
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("beyond the range");
    }

    @Test
    void sumsThatWouldPassTheLimitAreNotMerged() {
        Learner one = new Lstd(0).learner(1);
        Learner other = new Lstd(0).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        t.ratio(1);
        t.arrive(3e99, Features.none(1), 0, 0, 0);
        for (int k = 0; k < 2; k++) {
            one.update(t);
            other.update(t);
        }
        assertThatThrownBy(() -> one.merge(other)).hasMessageContaining("too large to be added");
        assertThat(one.steps()).isEqualTo(2);
        assertThat(one.weights()).containsExactly(3e99);
    }

    private static Learner afterRewards(double... rewards) {
        Learner learner = new Lstd(0).learner(1);
        Transition t = new Transition();
        for (double reward : rewards) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(reward, Features.none(1), 0, 0, 0);
            learner.update(t);
        }
        return learner;
    }

    @Test
    void aMatrixThatWouldPassTheLimitIsNoticedWithoutAnyReward() {
        Learner learner = new Lstd(0).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(1e60), 0, 1);
        t.ratio(1);
        t.arrive(0, Features.none(1), 0, 0, 0);
        learner.update(t);
        assertThat(learner.divergedAt()).hasValue(0);
    }

    @Test
    void mergedSumsCountInLaterMerges() {
        Learner sum = afterRewards(4e99);
        sum.merge(afterRewards(4e99));
        assertThat(sum.weights()).containsExactly(4e99);
        assertThatThrownBy(() -> sum.merge(afterRewards(4e99))).hasMessageContaining("too large to be added");
    }

    @Test
    void aLearnerThatHasDivergedIsNotMerged() {
        Learner diverged = afterRewards(1, 1e101);
        assertThat(diverged.divergedAt()).hasValue(1);
        Learner sound = afterRewards(1);
        assertThatThrownBy(() -> sound.merge(diverged)).hasMessageContaining("has diverged");
        assertThatThrownBy(() -> diverged.merge(sound)).hasMessageContaining("has diverged");
        assertThat(sound.steps()).isEqualTo(1);
    }

    @Test
    void weightsFollowWhatIsLearnedAfterTheyWereAskedFor() {
        Experience log = LearnerContractTest.log(81, Kind.DENSE, 5);
        Learner asked = new Elstd(0).learner(5);
        Learner quiet = new Elstd(0).learner(5);
        log.play(Kind.DENSE, 0, 200, asked::update);
        double[] early = asked.weights();
        log.play(Kind.DENSE, 200, 400, asked::update);
        log.play(Kind.DENSE, quiet::update);
        assertThat(asked.weights()).isEqualTo(quiet.weights()).isNotEqualTo(early);
    }

    @Test
    void moreFeaturesThanASquareHoldsAreRefused() {
        assertThatThrownBy(() -> new Lstd(0).learner(50_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("up to n = 46340 features: 50000");
    }

    /** Only the features (1, 1) are ever seen: A has rank one. */
    @Test
    void ofManySolutionsThatNearestToTheInitialWeightsIsFound() {
        Learner learner = new Lstd(0).learner(new double[] {3, 5});
        assertThat(learner.weights()).containsExactly(3, 5);
        Transition t = new Transition();
        t.start(Features.dense(1, 1), 0, 1);
        t.ratio(1);
        t.arrive(2, Features.none(2), 0, 0, 0);
        learner.update(t);
        // θ₁ + θ₂ = 2, nearest to (3, 5): both less by 3
        Close.assertClose(learner.weights(), new double[] {0, 2}, 1e-14);
        assertThat(learner.snapshot().restore().weights()).isEqualTo(learner.weights());
        learner.reset();
        assertThat(learner.weights()).containsExactly(3, 5);
    }

    @Test
    void aRidgePullsTowardsTheInitialWeights() {
        Learner learner = new Lstd(0.5).learner(new double[] {3});
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        t.ratio(1);
        t.arrive(2, Features.none(1), 0, 0, 0);
        learner.update(t);
        // (1 + ½)(θ − 3) = 2 − 3
        assertThat(learner.weights()[0]).isCloseTo(3 - 1 / 1.5, within(1e-15));
    }

    private static Learner ofTheSum(double... initial) {
        Learner learner = new Lstd(0).learner(initial);
        Transition t = new Transition();
        t.start(Features.dense(1, 1), 0, 1);
        t.ratio(1);
        t.arrive(2, Features.none(2), 0, 0, 0);
        learner.update(t);
        return learner;
    }

    private static byte[] bytes(Learner learner) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        learner.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static byte[] bytes(Learner learner, Consumer<Map<String, double[]>> change) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes(learner)));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(changed);
        out.writeLong(in.readLong());
        out.writeLong(in.readLong());
        Map<String, double[]> arrays = SavedArrays.read(in);
        change.accept(arrays);
        SavedArrays.write(arrays, out);
        return changed.toByteArray();
    }

    private static Learner read(byte[] bytes, double... initial) throws IOException {
        Learner learner = new Lstd(0).learner(initial);
        learner.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        return learner;
    }

    @Test
    void initialWeightsAreWrittenAndRead() throws IOException {
        Learner learner = ofTheSum(3, 5);
        assertThat(read(bytes(learner), 0, 0).weights()).isEqualTo(learner.weights());
        assertThat(read(bytes(learner), 7, 1).weights()).isEqualTo(learner.weights());
        Learner fromZero = ofTheSum(0, 0);
        assertThat(read(bytes(fromZero), 7, 1).weights()).isEqualTo(fromZero.weights());
    }

    @Test
    void initialWeightsOfAnotherLengthOrNotFiniteAreRefusedBeforeAnythingChanges() throws IOException {
        Learner learner = ofTheSum(3, 5);
        for (double[] wrong : new double[][] {{1}, {1, Double.NaN}}) {
            byte[] changed = bytes(ofTheSum(1, 2), arrays -> arrays.put("initial_weights", wrong));
            byte[] before = bytes(learner);
            assertThatThrownBy(() -> learner.read(new DataInputStream(new ByteArrayInputStream(changed))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("its initial_weights ");
            assertThat(bytes(learner)).isEqualTo(before);
        }
    }

    @Test
    void learnersThatBeganWithOtherWeightsAreNotMerged() {
        Learner learner = ofTheSum(3, 5);
        assertThatThrownBy(() -> learner.merge(ofTheSum(0, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("only learners that began with the same weights can be merged");
        assertThat(learner.steps()).isEqualTo(1);
        learner.merge(ofTheSum(3, 5));
        assertThat(learner.steps()).isEqualTo(2);
        Close.assertClose(learner.weights(), new double[] {0, 2}, 1e-14);
    }
}
