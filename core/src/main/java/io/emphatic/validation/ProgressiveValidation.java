package io.emphatic.validation;

import io.emphatic.experience.Check;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Scores of any number of learners on one sequence of steps: progressive off-policy validation.
 *
 * <p>For vₜ, which a learner predicts for Sₜ <em>before</em> it learns from step t, and one baseline bₜ for all
 * learners, known before the action is:
 *
 * <pre>
 *   zₜ = iₜ vₜ + γₜ ρₜ₋₁ zₜ₋₁
 *   S ← S + iₜ vₜ² − 2 zₜ ((1 − ρₜ) bₜ + ρₜ Rₜ₊₁)
 *   S ← S − 2 γ_T ρ_{T−1} z_{T−1} b_T          where the stream is cut before S_T; nothing where it ends
 * </pre>
 *
 * E[S] = E[Σ iₜ (vₜ − v<sub>π</sub>(Sₜ))²] − E[Σ iₜ v<sub>π</sub>(Sₜ)²]. The last term is the same for every learner,
 * so that differences of scores are unbiased estimates of those of true squared error ({@code docs/EVALUATION.md} §5).
 *
 * <pre>
 *   for each step:
 *       batch.predict(t.phi(), predictions);                     // or learners one by one
 *       validation.step(t, predictions, validation.median(predictions));
 *       batch.update(t);
 *   at a cut, after the last step learned from:
 *       batch.predict(t.phiNext(), predictions);
 *       validation.cut(t.gammaNext(), validation.median(predictions));
 * </pre>
 *
 * The score of a part of the steps, a block or a stream, is the difference of {@link #score} between two moments. All
 * predictions scored together answer one question: in a horde there is one validation for each cumulant.
 *
 * <p>{@code step}, {@code cut} and {@code median} allocate nothing. Not synchronized: one thread at a time.
 */
public final class ProgressiveValidation {
    private static final int MOST_LEARNERS = 1 << 24;

    private final double[] z; // by learner
    private final double[] scores; // S by learner
    private final boolean[] dropped;
    private final double[] sorted; // predictions of the learners not dropped
    private double rho; // ρ of the last step

    /** @throws IllegalArgumentException if the number of learners is negative */
    public ProgressiveValidation(int learners) {
        if (learners < 0) {
            throw new IllegalArgumentException("the number of learners is negative: " + learners);
        }
        z = new double[learners];
        scores = new double[learners];
        dropped = new boolean[learners];
        sorted = new double[learners];
    }

    /** The number of learners, those dropped among them. */
    public int count() {
        return dropped.length;
    }

    /**
     * Adds step t. To be called before the learners learn from it.
     *
     * @param predictions vₜ of every learner; what a dropped learner predicts does not matter. Not modified.
     * @param baseline bₜ, finite: any number that does not depend on the action or on what followed it
     */
    public void step(Transition t, double[] predictions, double baseline) {
        double target = (1 - t.rho()) * baseline + t.rho() * t.reward();
        add(t, predictions, baseline, 0, t.rhoPrev(), target);
    }

    /**
     * Adds step t with a baseline that is known of both its states and near to v<sub>π</sub>, as a solution by least
     * squares of other data is. Then the ratio in z can be capped, at little bias and with much less noise
     * ({@code docs/EVALUATION.md} §10). To be called for every step of a stream, or for none; no cut is needed.
     *
     * <pre>
     *   zₜ = iₜ (vₜ − bₜ) + γₜ min(ρₜ₋₁, cap) zₜ₋₁
     *   S ← S + iₜ (vₜ − bₜ)² − 2 zₜ ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ)
     * </pre>
     *
     * @param predictions as above. Not modified.
     * @param baseline bₜ, finite
     * @param baselineNext bₜ₊₁, finite; does not matter at an end
     */
    public void step(Transition t, double[] predictions, double baseline, double baselineNext, double cap) {
        double correction = t.rho() * t.tdError(baseline, baselineNext);
        add(t, predictions, baseline, baseline, Math.min(t.rhoPrev(), cap), correction);
    }

    /** With what is taken off the predictions, the ratio of the step before, and the target of zₜ. */
    private void add(Transition t, double[] predictions, double baseline, double off, double ratio, double target) {
        if (!t.isComplete()) {
            throw new IllegalStateException("there is no whole step to score");
        }
        requireCount(predictions);
        Check.finite("baseline", baseline);
        double interest = t.interest();
        double carried = t.gamma() * ratio;
        if (carried == 0) {
            Arrays.fill(z, 0); // so that a number beyond the range of doubles does not outlive its episode
        }
        for (int k = 0; k < z.length; k++) {
            double u = predictions[k] - off;
            double zNow = interest * u + carried * z[k];
            scores[k] += interest * u * u - zNow * (2 * target);
            z[k] = zNow;
        }
        rho = t.rho();
    }

    private void requireCount(double[] predictions) {
        if (predictions.length != dropped.length) {
            throw new IllegalArgumentException(
                    "there are " + dropped.length + " learners and " + predictions.length + " predictions");
        }
    }

    /**
     * The stream has been cut after the last step, without an end, before S_T. Nothing happens at an end, or if the
     * stream has no step.
     *
     * @param discount γ_T
     * @param baseline b_T, finite; stands for the part of the return that was not seen
     */
    public void cut(double discount, double baseline) {
        Check.finite("baseline", baseline);
        double twiceTarget = 2 * (discount * rho) * baseline;
        for (int k = 0; k < z.length; k++) {
            scores[k] -= z[k] * twiceTarget;
        }
        Arrays.fill(z, 0);
        rho = 0;
    }

    /** S of learner k; +∞ if it was dropped or has predicted numbers whose squares are beyond the range of doubles. */
    public double score(int k) {
        double score = scores[k];
        return dropped[k] || !(Math.abs(score) < Double.POSITIVE_INFINITY) ? Double.POSITIVE_INFINITY : score;
    }

    /** Learner k has diverged, or is of no interest any more: its score is +∞, and no median counts it. */
    public void drop(int k) {
        dropped[k] = true;
    }

    /** Whether learner k was dropped. */
    public boolean isDropped(int k) {
        return dropped[k];
    }

    /** The median of the predictions of the learners not dropped; 0 if it is not a finite number or there are none. */
    public double median(double[] predictions) {
        requireCount(predictions);
        int count = 0;
        for (int k = 0; k < dropped.length; k++) {
            if (!dropped[k]) {
                sorted[count++] = predictions[k];
            }
        }
        if (count == 0) {
            return 0;
        }
        Arrays.sort(sorted, 0, count);
        double upper = sorted[count / 2];
        double median = count % 2 == 1 ? upper : 0.5 * sorted[count / 2 - 1] + 0.5 * upper;
        return Double.isFinite(median) ? median : 0;
    }

    /** Writes the whole state, without a checksum: what it is part of has one. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(dropped.length);
        for (int k = 0; k < dropped.length; k++) {
            out.writeDouble(z[k]);
            out.writeDouble(scores[k]);
            out.writeBoolean(dropped[k]);
        }
        out.writeDouble(rho);
    }

    /** Reads it back: it continues with the same bits. */
    public static ProgressiveValidation read(DataInput in) throws IOException {
        ProgressiveValidation read = new ProgressiveValidation(SavedFormat.readCount(in, MOST_LEARNERS));
        for (int k = 0; k < read.count(); k++) {
            read.z[k] = in.readDouble();
            read.scores[k] = in.readDouble();
            read.dropped[k] = in.readBoolean();
        }
        read.rho = in.readDouble();
        return read;
    }
}
