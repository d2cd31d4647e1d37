package io.emphatic;

import java.util.Map;
import java.util.OptionalLong;

/** One prediction of a {@link Horde}: what a {@link Learner} is when alone. */
public final class HordePrediction {
    private final HordeGroup group;
    private final StepSize stepSize;
    private int column;
    private double[]
            initialWeights; // null for zeros, so that thousands of predictions do not keep thousands of zeros each

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

    /** The prediction θᵀφ. Changes nothing. */
    public double predict(Features features) {
        return horde().predict(this, features);
    }

    /** A copy of the weights θ. */
    public double[] weights() {
        return horde().weights(this);
    }

    /** How many steps have been learned from. */
    public long steps() {
        return horde().columns().steps[column()];
    }

    /** The step, counted from 0, at which the prediction came too near to overflow to go on; empty as long as all is well. */
    public OptionalLong divergedAt() {
        long at = horde().columns().divergedAt[column()];
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** δ of the last step learned from; NaN before the first. */
    public double tdError() {
        return horde().columns().delta[column()];
    }

    /**
     * A learner of its own that goes on from here, at rest: to save one prediction as a model, or to let it leave the horde. It goes on as
     * the horde would, up to rounding.
     */
    public Snapshot snapshot() {
        Map<String, Double> parameters = group.config().parameters();
        stepSize.putInto(parameters);
        long divergedAt = horde().columns().divergedAt[column()];
        double[] begin = initialWeights == null ? new double[horde().size()] : initialWeights.clone();
        return new Snapshot(
                group.config().algorithm().name(), parameters, steps(), divergedAt, begin, horde().state(this));
    }

    private Horde horde() {
        return group.horde();
    }

    /** θ₀, null if it is zero. Live. */
    double[] initialWeights() {
        return initialWeights;
    }

    void setInitialWeights(double[] weights) {
        initialWeights = weights;
    }

    /** Where its numbers are. */
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
