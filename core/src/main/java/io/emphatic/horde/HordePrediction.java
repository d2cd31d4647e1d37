package io.emphatic.horde;

import io.emphatic.Learner;
import io.emphatic.Snapshot;
import io.emphatic.StepSize;
import io.emphatic.engine.Engines;
import io.emphatic.experience.Features;
import java.util.OptionalLong;

/** One prediction of a {@link Horde}, with the accessors of a {@link Learner}. */
public final class HordePrediction {
    private final HordeGroup group;
    private final StepSize stepSize;
    private int lane;

    double[] initialWeights; // null for zeros, so that thousands of predictions do not keep thousands of zeros each

    HordePrediction(HordeGroup group, StepSize stepSize, int lane) {
        this.group = group;
        this.stepSize = stepSize;
        this.lane = lane;
    }

    public HordeGroup group() {
        return group;
    }

    public StepSize stepSize() {
        return stepSize;
    }

    /** The prediction θᵀφ. Changes nothing. */
    public double predict(Features features) {
        group.horde.requireSize(features);
        double sum = 0;
        for (int k = 0; k < features.active(); k++) {
            sum += features.value(k) * group.horde.weights.get(features.index(k), lane(), group.trace);
        }
        return sum + group.horde.lanes.move[lane] * features.dot(group.trace.g);
    }

    /** A copy of the weights θ = w + D g. */
    public double[] weights() {
        double[] theta = new double[group.horde.size()];
        for (int j = 0; j < theta.length; j++) {
            double w = group.horde.weights.get(j, lane(), group.trace);
            theta[j] = w + group.horde.lanes.move[lane] * group.trace.g[j];
        }
        return theta;
    }

    /** How many steps have been learned from. */
    public long steps() {
        return group.horde.lanes.steps[lane()];
    }

    /** The step, counted from 0, that was refused because the prediction has diverged; empty if it has not. */
    public OptionalLong divergedAt() {
        long step = group.horde.lanes.divergedAt[lane()];
        return step == HordeLanes.NEVER ? OptionalLong.empty() : OptionalLong.of(step);
    }

    /** δ of the last step learned from; NaN before the first and after divergence. */
    public double tdError() {
        return group.horde.lanes.delta[lane()];
    }

    /**
     * Saved state of a single learner that continues from here as this prediction would, up to rounding: to keep one
     * prediction as a model.
     */
    public Snapshot snapshot() {
        double[] theta = weights();
        double[] start = initialWeights == null ? new double[theta.length] : initialWeights.clone();
        double weightsNorm = group.horde.lanes.weightsNorm[lane];
        double traceNorm = group.trace.scale.norm();
        var state = Engines.oneTraceState(theta, weightsNorm, group.trace.e(), traceNorm, group.memory.clone());
        return Snapshot.of(group.config(), stepSize, steps(), divergedAt(), start, state);
    }

    /** Ends learning after divergence: writes θ into the lane, with nothing pending, so that it never changes again. */
    void stop() {
        double[] theta = weights();
        group.horde.weights.clear(lane);
        group.horde.weights.setLane(lane, theta);
        HordeLanes lanes = group.horde.lanes;
        lanes.move[lane] = 0;
        lanes.cumulantIndex[lane] = -1;
        lanes.inOrder = false;
        lanes.delta[lane] = Double.NaN;
        lanes.divergedAt[lane] = lanes.steps[lane];
    }

    int lane() {
        if (lane < 0) {
            throw new IllegalStateException("the prediction has been removed from its horde");
        }
        return lane;
    }

    void removed() {
        lane = -1;
    }
}
