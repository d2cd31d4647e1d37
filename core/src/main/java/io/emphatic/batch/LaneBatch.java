package io.emphatic.batch;

import io.emphatic.Algorithm;
import io.emphatic.Config;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.Sum;
import io.emphatic.engine.TdError;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Learners of one algorithm that share their trace and lie side by side: a lane each.
 *
 * <p>When a lane diverges (see {@link Divergence}), its step sizes become zero, so that its weights no longer change
 * while the other lanes continue.
 */
abstract sealed class LaneBatch implements Batch permits OneTraceBatch, GradientBatch {
    private static final long NEVER = -1;

    private final int size;
    private final int lanes;
    private final Algorithm algorithm;
    private final long[] divergedAt;
    private final double[] value;
    private final double[] valueNext;
    private int alive;
    private long steps;

    /** θ by rows: {@code theta[j][lane]}. */
    final double[][] theta;

    /** An upper bound of ‖θ‖₂ of each lane. */
    final double[] thetaNorm;

    /** For each lane the sum of the magnitudes that {@link Divergence} judges; set before {@link #stopDiverged}. */
    final double[] magnitudes;

    LaneBatch(List<? extends Config> configs, double[] initialWeights) {
        size = initialWeights.length;
        lanes = configs.size();
        alive = lanes;
        algorithm = configs.get(0).algorithm();
        theta = new double[size][lanes];
        for (int j = 0; j < size; j++) {
            Arrays.fill(theta[j], initialWeights[j]);
        }
        thetaNorm = new double[lanes];
        Arrays.fill(thetaNorm, Divergence.normOfInitial(initialWeights));
        value = new double[lanes];
        valueNext = new double[lanes];
        magnitudes = new double[lanes];
        divergedAt = new long[lanes];
        Arrays.fill(divergedAt, NEVER);
    }

    @Override
    public final int count() {
        return lanes;
    }

    @Override
    public final void update(Transition t) {
        update(t, value);
    }

    @Override
    public final void update(Transition t, double[] predictions) {
        if (!t.isComplete() || t.phi().size() != size || (algorithm.needsProbabilities() && !t.hasProbabilities())) {
            throw new IllegalArgumentException("the transition is not a whole step of " + size + " features"
                    + (algorithm.needsProbabilities() ? " with the probabilities π and μ" : ""));
        }
        Lanes.dot(t.phi(), theta, predictions);
        if (alive > 0) {
            learn(t, predictions, steps);
            steps++;
        }
    }

    /** Takes one step with all lanes, from θᵀφₜ of each. */
    abstract void learn(Transition t, double[] values, long step);

    /** Sets the step sizes of a diverged lane, and its scalars of the current step, to zero. Idempotent. */
    abstract void stop(int lane);

    /** θᵀφₜ₊₁ of every lane, which is not used where γₜ₊₁ = 0. */
    final double[] valueNext(Transition t) {
        if (t.gammaNext() != 0) {
            Lanes.dot(t.phiNext(), theta, valueNext);
        }
        return valueNext;
    }

    /** δₜ of every lane, from its θᵀφₜ. */
    final void delta(Transition t, double[] values, double[] delta) {
        double reward = t.reward();
        double gammaNext = t.gammaNext();
        double[] valueNext = valueNext(t);
        for (int l = 0; l < delta.length; l++) {
            // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
            delta[l] = TdError.of(reward, gammaNext, values[l], valueNext[l]);
        }
    }

    /** Stops the lanes that the step would bring past the limit. Returns whether any lane continues. */
    final boolean stopDiverged() {
        // the sum over all lanes is below the limit only if the magnitudes of each lane are
        if (!Divergence.allows(Sum.of(magnitudes, 0, lanes))) {
            for (int l = 0; l < lanes; l++) {
                if (divergedAt[l] != NEVER) {
                    stop(l);
                } else if (!Divergence.allows(magnitudes[l])) {
                    divergedAt[l] = steps;
                    alive--;
                    thetaNorm[l] = 0; // so that the sum of all magnitudes stays small
                    stop(l);
                }
            }
        }
        return alive > 0;
    }

    @Override
    public final void predict(Features features, double[] predictions) {
        if (features.size() != size) {
            throw new IllegalArgumentException(
                    "the learners have " + size + " weights, the state " + features.size() + " features");
        }
        Lanes.dot(features, theta, predictions);
    }

    @Override
    public final double[] weights(int k) {
        double[] weights = new double[size];
        for (int j = 0; j < size; j++) {
            weights[j] = theta[j][k];
        }
        return weights;
    }

    @Override
    public final OptionalLong divergedAt(int k) {
        return divergedAt[k] == NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt[k]);
    }

    @Override
    public final void write(DataOutputStream out) throws IOException {
        out.writeLong(steps);
        for (long step : divergedAt) {
            out.writeLong(step);
        }
        write(theta, out);
        write(thetaNorm, out);
        writeShared(out);
    }

    @Override
    public final void read(DataInputStream in) throws IOException {
        steps = in.readLong();
        alive = 0;
        for (int l = 0; l < lanes; l++) {
            divergedAt[l] = in.readLong();
            alive += divergedAt[l] == NEVER ? 1 : 0;
        }
        read(theta, in);
        read(thetaNorm, in);
        readShared(in);
        for (int l = 0; l < lanes; l++) {
            if (divergedAt[l] != NEVER) {
                stop(l);
            }
        }
    }

    /** Writes what is not in this class: traces, memory, second weights. */
    abstract void writeShared(DataOutputStream out) throws IOException;

    /** Reads it back. */
    abstract void readShared(DataInputStream in) throws IOException;

    static void write(double[][] rows, DataOutputStream out) throws IOException {
        for (double[] row : rows) {
            write(row, out);
        }
    }

    static void write(double[] values, DataOutputStream out) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    static void read(double[][] rows, DataInputStream in) throws IOException {
        for (double[] row : rows) {
            read(row, in);
        }
    }

    static void read(double[] values, DataInputStream in) throws IOException {
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readDouble();
        }
    }
}
