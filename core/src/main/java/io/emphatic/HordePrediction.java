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
    private Learner alone; // null as long as the horde learns for it

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
        return alone == null ? horde().predict(this, features) : alone.predict(features);
    }

    /** A copy of the weights θ. */
    public double[] weights() {
        return alone == null ? horde().weights(this) : alone.weights();
    }

    /** How many steps have been learned from. */
    public long steps() {
        return alone == null ? horde().columns().steps[column()] : alone.steps();
    }

    /** The step, counted from 0, that would have made the prediction non-finite, or came too near to that; empty as long as all is well. */
    public OptionalLong divergedAt() {
        if (alone != null) {
            return alone.divergedAt();
        }
        long at = horde().columns().divergedAt[column()];
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** δ of the last step learned from; NaN before the first. */
    public double tdError() {
        return alone == null ? horde().columns().delta[column()] : alone.tdError();
    }

    /**
     * A learner of its own that goes on from here, at rest: to save one prediction as a model, or to let it leave the horde. It goes on as
     * the horde would, up to rounding.
     */
    public Snapshot snapshot() {
        return alone == null ? snapshot(group.memory()) : alone.snapshot();
    }

    private Snapshot snapshot(double[] memory) {
        Map<String, Double> parameters = group.config().parameters();
        stepSize.putInto(parameters);
        long divergedAt = horde().columns().divergedAt[column()];
        double[] begin = initialWeights == null ? new double[horde().size()] : initialWeights.clone();
        return new Snapshot(
                group.config().algorithm().name(), parameters, steps(), divergedAt, begin, horde().state(this, memory));
    }

    private Horde horde() {
        return group.horde();
    }

    /** What learns for it once it has come near overflow, where every step is checked and can be taken back; null before. */
    Learner alone() {
        return alone;
    }

    void setAlone(Learner learner) {
        alone = learner;
        horde().columns().alone++;
    }

    /** Goes on in a learner of its own, from before the step that its group has begun. */
    void leave() {
        setAlone(snapshot(group.memoryBefore()).restore());
        horde().empty(column);
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
