package io.emphatic.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.Experience;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Shape;
import io.emphatic.Learner;
import io.emphatic.batch.Batch;
import io.emphatic.batch.Horde;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ProgressiveValidationTest {
    private static final double[] ALPHAS = {0.001, 0.01, 0.02, 0.05};

    private static Experience log() {
        return Experience.random(new SplittableRandom(5), new Shape(300, 6, false, 0.05, false));
    }

    private static List<Config> configs() {
        return DoubleStream.of(ALPHAS).<Config>mapToObj(Etd::new).toList();
    }

    private static Transition step(double rho, double reward, double gammaNext) {
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 2);
        t.ratio(rho);
        t.arrive(reward, Features.dense(1), gammaNext, 0, 0.5);
        return t;
    }

    /** z₀ = 2(3 − 1) = 4, S = 2·4 − 8·2(5 + 0.9·4 − 1); z₁ = 0.9·min(2, 1)·4 = 3.6, S −= 7.2·0.5(7 + 0.8·3 − 4). */
    @Test
    void withABaselineOfBothStatesTheRatioInZIsCapped() {
        ProgressiveValidation validation = new ProgressiveValidation(1);
        Transition t = step(2, 5, 0.9);
        validation.step(t, new double[] {3}, 1, 4, 1);
        assertThat(validation.score(0)).isCloseTo(8 - 16 * 7.6, within(1e-12));
        t.ratio(0.5);
        t.arrive(7, Features.dense(1), 0.8, 0, 1);
        validation.step(t, new double[] {4}, 4, 3, 1);
        assertThat(validation.score(0)).isCloseTo(8 - 16 * 7.6 - 3.6 * 5.4, within(1e-12));
    }

    /**
     * z₀ = 2·3 = 6, S = 2·9 − 12(−1·1 + 2·5) = −90; z₁ = 0.5·4 + 0.9·2·6 = 12.8, S += 0.5·16 − 25.6·(0.5·1 + 0.5·7).
     */
    @Test
    void theScoreOfTwoStepsAndACutIsAsComputedByHand() {
        ProgressiveValidation validation = new ProgressiveValidation(1);
        Transition t = step(2, 5, 0.9);
        validation.step(t, new double[] {3}, 1);
        assertThat(validation.score(0)).isEqualTo(-90);
        t.ratio(0.5);
        t.arrive(7, Features.dense(1), 0.8, 0, 1);
        validation.step(t, new double[] {4}, 1);
        double expected = -90 + 8 - 25.6 * 4;
        assertThat(validation.score(0)).isCloseTo(expected, within(1e-12));
        validation.cut(0.8, 3);
        assertThat(validation.score(0)).isCloseTo(expected - 2 * 0.8 * 0.5 * 12.8 * 3, within(1e-12));
        double cut = validation.score(0);
        validation.cut(0.8, 3); // there is nothing left to cut
        assertThat(validation.score(0)).isEqualTo(cut);
    }

    @Test
    void theScoresOfABatchAreThoseOfItsLearnersOneByOne() {
        Batch batch = Batch.of(configs()).batch(new double[6]);
        List<Learner> learners = configs().stream().map(c -> c.learner(6)).toList();
        ProgressiveValidation together = new ProgressiveValidation(ALPHAS.length);
        List<ProgressiveValidation> alone =
                learners.stream().map(learner -> new ProgressiveValidation(1)).toList();
        double[] predictions = new double[ALPHAS.length];
        log().play(Kind.DENSE, t -> {
            batch.predict(t.phi(), predictions);
            double baseline = together.median(predictions);
            together.step(t, predictions, baseline);
            batch.update(t);
            for (int k = 0; k < ALPHAS.length; k++) {
                alone.get(k).step(t, new double[] {learners.get(k).predict(t.phi())}, baseline);
                learners.get(k).update(t);
            }
        });
        for (int k = 0; k < ALPHAS.length; k++) {
            assertThat(together.score(k)).isEqualTo(alone.get(k).score(0)).isNotZero();
        }
        assertThat(together.score(0)).isNotEqualTo(together.score(1));
    }

    @Test
    void theScoresOfAHordeAreThoseOfItsLearnersUpToRounding() {
        List<Learner> learners = configs().stream().map(c -> c.learner(6)).toList();
        ProgressiveValidation ofHorde = new ProgressiveValidation(ALPHAS.length);
        ProgressiveValidation ofLearners = new ProgressiveValidation(ALPHAS.length);
        double[] predictions = new double[ALPHAS.length];
        double[] cumulants = new double[ALPHAS.length];
        Horde horde = new Horde(configs(), new double[6]);
        log().play(Kind.DENSE, t -> {
            Arrays.setAll(predictions, k -> horde.predict(k, t.phi()));
            ofHorde.step(t, predictions, ofHorde.median(predictions));
            Arrays.fill(cumulants, t.reward());
            horde.update(t, cumulants);
            Arrays.setAll(predictions, k -> learners.get(k).predict(t.phi()));
            ofLearners.step(t, predictions, ofLearners.median(predictions));
            learners.forEach(learner -> learner.update(t));
        });
        for (int k = 0; k < ALPHAS.length; k++) {
            double expected = ofLearners.score(k);
            assertThat(ofHorde.score(k)).isCloseTo(expected, within(1e-12 * Math.abs(expected)));
        }
    }

    @Test
    void aValidationReadBackContinuesToTheBit() throws IOException {
        ProgressiveValidation[] validations = {new ProgressiveValidation(3), new ProgressiveValidation(3)};
        double[] predictions = new double[3];
        int[] steps = {0};
        log().play(Kind.DENSE, t -> {
            if (steps[0] == 70) {
                validations[0].drop(1);
                validations[1].drop(1);
            }
            if (steps[0] % 50 == 20) {
                validations[1] = throughBytes(validations[1]);
            }
            if (steps[0]++ % 90 == 80) {
                validations[0].cut(0.7, 2);
                validations[1].cut(0.7, 2);
            }
            Arrays.setAll(predictions, k -> (k + 1) * t.phi().norm());
            for (ProgressiveValidation validation : validations) {
                validation.step(t, predictions, validation.median(predictions));
            }
        });
        assertThat(bytes(validations[1])).isEqualTo(bytes(validations[0]));
        assertThat(validations[1].isDropped(1)).isTrue();
        assertThat(validations[1].score(0)).isNotZero();
    }

    private static ProgressiveValidation throughBytes(ProgressiveValidation validation) {
        try {
            return ProgressiveValidation.read(new DataInputStream(new ByteArrayInputStream(bytes(validation))));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(ProgressiveValidation validation) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        validation.write(new DataOutputStream(out));
        return out.toByteArray();
    }

    @Test
    void theMedianIsThatOfTheLearnersNotDropped() {
        ProgressiveValidation validation = new ProgressiveValidation(5);
        assertThat(validation.median(new double[] {5, 1, 4, 2, 3})).isEqualTo(3);
        assertThat(validation.median(new double[] {9, 9, 0, 9, 1})).isEqualTo(9);
        validation.drop(0);
        assertThat(validation.median(new double[] {Double.NaN, 1, 4, 2, 3})).isEqualTo(2.5);
        for (int k = 1; k < 5; k++) {
            validation.drop(k);
        }
        assertThat(validation.median(new double[] {5, 1, 4, 2, 3})).isZero();
    }

    @Test
    void aDroppedLearnerOrOneBeyondTheRangeOfNumbersIsInfinitelyBadAndHarmsNoOther() {
        ProgressiveValidation validation = new ProgressiveValidation(3);
        ProgressiveValidation alone = new ProgressiveValidation(1);
        validation.drop(0);
        for (double reward : new double[] {1, -1}) {
            Transition t = step(1.5, reward, 0.9);
            validation.step(t, new double[] {1, 1e200, 0.5}, 0.5);
            alone.step(t, new double[] {0.5}, 0.5);
        }
        assertThat(validation.score(0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(validation.score(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(validation.score(2)).isEqualTo(alone.score(0));
    }

    @Test
    void whatDoesNotFitIsRefusedAndChangesNothing() throws IOException {
        ProgressiveValidation validation = new ProgressiveValidation(2);
        byte[] before = bytes(validation);
        Transition t = step(1, 1, 0.9);
        assertThatThrownBy(() -> validation.step(t, new double[3], 0))
                .hasMessage("there are 2 learners and 3 predictions");
        assertThatThrownBy(() -> validation.step(t, new double[2], Double.NaN))
                .hasMessage("baseline is not a finite number: NaN");
        assertThatThrownBy(() -> validation.step(new Transition(), new double[2], 0))
                .hasMessage("there is no whole step to score");
        assertThatThrownBy(() -> validation.cut(0.9, Double.POSITIVE_INFINITY))
                .hasMessage("baseline is not a finite number: Infinity");
        assertThatThrownBy(() -> new ProgressiveValidation(-1)).hasMessage("the number of learners is negative: -1");
        assertThat(bytes(validation)).isEqualTo(before);
    }

    @Test
    void scoringAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ProgressiveValidation validation = new ProgressiveValidation(7);
        Transition t = step(1.5, 1, 0.9);
        double[] predictions = {3, 1, 4, 1, 5, 9, 2};
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < 50 && least > 0; pass++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int k = 0; k < 100; k++) {
                predictions[k % 7] = k;
                validation.step(t, predictions, validation.median(predictions));
                validation.cut(0.9, 1);
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(least).isZero();
    }
}
