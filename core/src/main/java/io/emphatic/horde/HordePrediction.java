package io.emphatic.horde;

import io.emphatic.Learner;
import io.emphatic.Snapshot;
import io.emphatic.StepSize;
import io.emphatic.engine.internal.choice.Engines;
import io.emphatic.experience.Features;
import java.util.OptionalLong;

/** One prediction of a {@link Horde}, with the accessors of a {@link Learner}. */
public final class HordePrediction {
    private final HordeGroup group;
    private final StepSize stepSize;
    private int column;

    double[] initialWeights; // null for zeros, so that thousands of predictions do not keep thousands of zeros each

    HordePrediction(HordeGroup group, StepSize stepSize, int column) {
        this.group = group;
        this.stepSize = stepSize;
        this.column = column;
    }

    public HordeGroup group() {
        return group;
    }

    public StepSize stepSize() {
        return stepSize;
    }

    /** The prediction θᵀφ; NaN if it has diverged. Changes nothing. */
    public double predict(Features features) {
        group.horde.requireSize(features);
        if (divergedAt().isPresent()) {
            return Double.NaN;
        }
        double sum = 0;
        for (int k = 0; k < features.active(); k++) {
            sum += features.value(k) * group.horde.weights.get(features.index(k), column());
        }
        return sum + group.horde.columns.move[column] * features.dot(group.trace.g);
    }

    /** A copy of the weights θ = w + D g. */
    public double[] weights() {
        double[] theta = new double[group.horde.size()];
        for (int j = 0; j < theta.length; j++) {
            double w = group.horde.weights.get(j, column());
            theta[j] = w + group.horde.columns.move[column] * group.trace.g[j];
        }
        return theta;
    }

    /** How many steps have been learned from. */
    public long steps() {
        return group.horde.columns.steps[column()];
    }

    /** The step, counted from 0, that was refused because the prediction has diverged; empty if it has not. */
    public OptionalLong divergedAt() {
        long step = group.horde.columns.divergedAt[column()];
        return step == HordeColumns.NEVER ? OptionalLong.empty() : OptionalLong.of(step);
    }

    /** δ of the last step learned from; NaN before the first and after divergence. */
    public double tdError() {
        return group.horde.columns.delta[column()];
    }

    /**
     * Saved state of a single learner that continues from here as this prediction would, up to rounding: to keep one
     * prediction as a model.
     */
    public Snapshot snapshot() {
        double[] theta = weights();
        double[] start = initialWeights == null ? new double[theta.length] : initialWeights.clone();
        double weightsNorm = group.horde.columns.weightsNorm[column];
        double traceNorm = group.trace.scale.norm();
        var state = Engines.oneTraceState(theta, weightsNorm, group.trace.e(), traceNorm, group.memory.clone());
        return Snapshot.of(group.config(), stepSize, steps(), divergedAt(), start, state);
    }

    /** Ends learning after divergence: writes θ into the column, which never changes again. */
    void stop() {
        group.horde.weights.setColumn(column, weights());
        HordeColumns columns = group.horde.columns;
        columns.move[column] = 0;
        columns.shift[column] = 0;
        columns.delta[column] = Double.NaN;
        columns.divergedAt[column] = columns.steps[column];
    }

    int column() {
        if (column < 0) {
            throw new IllegalStateException("the prediction has been removed from its horde");
        }
        return column;
    }

    void removed() {
        column = -1;
    }
}
