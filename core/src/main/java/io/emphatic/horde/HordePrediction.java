package io.emphatic.horde;

import io.emphatic.Learner;
import io.emphatic.Snapshot;
import io.emphatic.StepSize;
import io.emphatic.engine.Engines;
import io.emphatic.experience.Features;
import java.util.OptionalLong;

/** One prediction of a {@link Horde}: what a {@link Learner} is when alone. */
public final class HordePrediction {
    private final HordeGroup group;
    private final StepSize stepSize;
    private int lane;

    // null for zeros, so that thousands of predictions do not keep thousands of zeros each
    private double[] initialWeights;

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
        horde().requireSize(features);
        double sum = 0;
        for (int k = 0; k < features.active(); k++) {
            sum += features.value(k) * horde().weights().get(features.index(k), lane(), group.trace());
        }
        return sum + lanes().move[lane] * features.dot(group.trace().g());
    }

    /** A copy of the weights θ = w + D g. */
    public double[] weights() {
        double[] theta = new double[horde().size()];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = horde().weights().get(j, lane(), group.trace());
        }
        group.trace().addTo(theta, lanes().move[lane]);
        return theta;
    }

    /** How many steps have been learned from. */
    public long steps() {
        return lanes().steps[lane()];
    }

    /** The step, counted from 0, that was refused because the prediction has diverged; empty as long as all is well. */
    public OptionalLong divergedAt() {
        long step = lanes().divergedAt[lane()];
        return step == HordeLanes.NEVER ? OptionalLong.empty() : OptionalLong.of(step);
    }

    /** δ of the last step learned from; NaN before the first and after divergence. */
    public double tdError() {
        return lanes().delta[lane()];
    }

    /**
     * Saved state of a single learner that goes on from here as the horde would, up to rounding: to keep one prediction
     * as a model, or to let it leave the horde.
     */
    public Snapshot snapshot() {
        double[] theta = weights();
        double[] start = initialWeights == null ? new double[theta.length] : initialWeights.clone();
        HordeTrace trace = group.trace();
        return Snapshot.of(
                group.config(),
                stepSize,
                steps(),
                divergedAt(),
                start,
                Engines.oneTraceState(
                        theta,
                        lanes().bound[lane],
                        trace.e(),
                        trace.scale().norm(),
                        group.memory().clone()));
    }

    private Horde horde() {
        return group.horde();
    }

    private HordeLanes lanes() {
        return horde().lanes();
    }

    /** Learns no more: the weights become those that the lane holds, which nothing changes from now on. */
    void stop() {
        double[] theta = weights();
        horde().weights().clear(lane);
        for (int j = 0; j < theta.length; j++) {
            horde().weights().set(j, lane, theta[j]);
        }
        HordeLanes lanes = lanes();
        lanes.move[lane] = 0;
        lanes.cumulant[lane] = -1;
        lanes.delta[lane] = Double.NaN;
        lanes.divergedAt[lane] = lanes.steps[lane];
    }

    /** θ₀, null if it is zero. Live. */
    double[] initialWeights() {
        return initialWeights;
    }

    void setInitialWeights(double[] weights) {
        initialWeights = weights;
    }

    /** Where its numbers are. */
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
