package io.emphatic.batch;

import io.emphatic.Config;
import io.emphatic.engine.Divergence;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Learners that lie side by side: a lane each.
 *
 * <p>When a lane diverges (see {@link Divergence}), its step sizes become zero, so that its weights no longer change
 * while the other lanes continue.
 */
abstract sealed class LaneBatch implements Batch permits OneTraceBatch, GradientBatch {
    private static final long NEVER = -1;

    private final int size;
    private final int lanes;
    private final boolean needsProbabilities;
    private final long[] divergedAt;
    private double[] wanted; // where θₜᵀφₜ of the present step goes; null where it is not asked for
    private int wantedFrom;
    private double[] rewards; // of each lane in the present step; null: that of the transition
    private int alive;
    private long steps;

    final double[][] theta; // θ by rows: theta[j][lane]
    final Entries phi = new Entries(); // φₜ of the present step
    final Entries phiNext = new Entries();
    final double[] scratch; // for a result on the way
    final double[] thetaNorm; // an upper bound of ‖θ‖₂ of each lane

    /** For each lane the sum of the magnitudes that {@link Divergence} judges; set before {@link #stopDiverged}. */
    final double[] magnitudes;

    LaneBatch(List<? extends Config> configs, double[] initialWeights) {
        size = initialWeights.length;
        lanes = configs.size();
        alive = lanes;
        needsProbabilities =
                configs.stream().anyMatch(config -> config.algorithm().needsProbabilities());
        theta = new double[size][lanes];
        for (int j = 0; j < size; j++) {
            Arrays.fill(theta[j], initialWeights[j]);
        }
        thetaNorm = row();
        Arrays.fill(thetaNorm, 0, lanes, Divergence.normOfInitial(initialWeights));
        scratch = row();
        magnitudes = row();
        divergedAt = new long[lanes];
        Arrays.fill(divergedAt, NEVER);
    }

    final double[] row() {
        return new double[lanes];
    }

    @Override
    public final int count() {
        return lanes;
    }

    @Override
    public final void update(Transition t) {
        if (!t.isComplete() || t.phi().size() != size || (needsProbabilities && !t.hasProbabilities())) {
            throw new IllegalArgumentException("the transition is not a whole step of " + size + " features"
                    + (needsProbabilities ? " with the probabilities π and μ" : ""));
        }
        if (alive > 0) {
            learn(t, steps);
            steps++;
        }
    }

    @Override
    public final void update(Transition t, double[] predictions, int from) {
        wanted = predictions;
        wantedFrom = from;
        try {
            update(t);
            if (alive == 0) {
                trace().values(phi.of(t.phi()), theta, scratch);
                System.arraycopy(scratch, 0, wanted, wantedFrom, lanes);
            }
        } finally {
            wanted = null;
        }
    }

    @Override
    public final void update(Transition t, double alpha, double[] factors) {
        rates().give(alpha, factors);
        update(t);
    }

    /** With a reward for each lane. */
    void update(Transition t, double[] rewardOfEach) {
        rewards = rewardOfEach;
        try {
            update(t);
        } finally {
            rewards = null;
        }
    }

    abstract void learn(Transition t, long step);

    /** Sets the step sizes of a diverged lane, and its scalars of the current step, to zero. Idempotent. */
    abstract void stop(int lane);

    abstract LaneRates rates();

    abstract LaneTrace trace();

    /** How many have diverged. */
    public final int diverged() {
        return lanes - alive;
    }

    final long steps() {
        return steps;
    }

    /** Takes the features of a step, and δₜ of every lane. */
    final void begin(Transition t, double[] delta) {
        phi.of(t.phi());
        phiNext.of(t.phiNext());
        trace().values(phi, theta, scratch);
        if (wanted != null) {
            System.arraycopy(scratch, 0, wanted, wantedFrom, lanes);
        }
        double gammaNext = t.gammaNext();
        if (gammaNext == 0) {
            Arrays.fill(delta, 0);
        } else {
            trace().values(phiNext, theta, delta);
        }
        Lanes.difference(t.reward(), gammaNext, scratch, delta);
        if (rewards != null) {
            Lanes.addDifference(delta, rewards, t.reward());
        }
    }

    /** Stops the lanes that the step would bring past the limit. Returns whether any lane continues. */
    final boolean stopDiverged() {
        // Magnitudes are not negative: where four sums of them are allowed, each of them is.
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int first = 0;
        for (; first + 3 < lanes; first += 4) {
            s0 += magnitudes[first];
            s1 += magnitudes[first + 1];
            s2 += magnitudes[first + 2];
            s3 += magnitudes[first + 3];
        }
        for (int l = Divergence.allows(s0 + s1 + s2 + s3) ? first : 0; l < lanes; l++) {
            if (!Divergence.allows(magnitudes[l])) {
                if (divergedAt[l] == NEVER) {
                    divergedAt[l] = steps;
                    alive--;
                }
                thetaNorm[l] = 0;
                stop(l);
            }
        }
        return alive > 0;
    }

    @Override
    public final void predict(Features features, double[] predictions) {
        requireSize(features);
        trace().values(phi.of(features), theta, predictions);
    }

    private void requireSize(Features features) {
        if (features.size() != size) {
            throw new IllegalArgumentException(
                    "the learners have " + size + " weights, the state " + features.size() + " features");
        }
    }

    /** θᵀφ of one lane. */
    final double value(int k, Features features) {
        requireSize(features);
        double value = 0;
        for (int i = 0; i < features.active(); i++) {
            value += features.value(i) * trace().weight(theta, features.index(i), k);
        }
        return value;
    }

    @Override
    public final double[] weights(int k) {
        double[] weights = new double[size];
        for (int j = 0; j < size; j++) {
            weights[j] = trace().weight(theta, j, k);
        }
        return weights;
    }

    @Override
    public final OptionalLong divergedAt(int k) {
        return divergedAt[k] == NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt[k]);
    }

    @Override
    public final void write(DataOutput out) throws IOException {
        out.writeLong(steps);
        for (long step : divergedAt) {
            out.writeLong(step);
        }
        for (double[] array : arrays()) {
            SavedFormat.writeAll(array, out);
        }
    }

    @Override
    public final void read(DataInput in) throws IOException {
        steps = in.readLong();
        alive = 0;
        for (int l = 0; l < lanes; l++) {
            divergedAt[l] = in.readLong();
            alive += divergedAt[l] == NEVER ? 1 : 0;
        }
        for (double[] array : arrays()) {
            SavedFormat.readAll(array, in);
        }
        trace().loaded();
        rates().startAll();
        for (int l = 0; l < lanes; l++) {
            if (divergedAt[l] != NEVER) {
                stop(l);
            }
        }
    }

    private List<double[]> arrays() {
        return Stream.of(Arrays.stream(theta), Stream.of(thetaNorm), shared())
                .flatMap(all -> all)
                .toList();
    }

    /** The state that is not in this class: traces, memory, second weights. Live. */
    abstract Stream<double[]> shared();
}
