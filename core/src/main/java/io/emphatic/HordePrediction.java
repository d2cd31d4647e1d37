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
        if (alone != null) {
            return alone.predict(features);
        }
        horde().requireSize(features);
        double sum = 0;
        for (int k = 0; k < features.active(); k++) {
            sum += features.value(k) * horde().weights().get(features.index(k), column(), group.trace());
        }
        return sum + move() * features.dot(group.trace().g());
    }

    /** A copy of the weights θ. */
    public double[] weights() {
        if (alone != null) {
            return alone.weights();
        }
        double[] theta = w();
        group.trace().addTo(theta, move());
        return theta;
    }

    /** A copy of w = θ − D g. */
    private double[] w() {
        double[] w = new double[horde().size()];
        for (int j = 0; j < w.length; j++) {
            w[j] = horde().weights().get(j, column(), group.trace());
        }
        return w;
    }

    /** D. */
    private double move() {
        return horde().columns().move[column()];
    }

    /** How many steps have been learned from. */
    public long steps() {
        return alone == null ? horde().columns().steps[column()] : alone.steps();
    }

    /** The step, counted from 0, that would have made the prediction non-finite; empty as long as all is well. */
    public OptionalLong divergedAt() {
        return alone == null ? OptionalLong.empty() : alone.divergedAt();
    }

    /** δ of the last step learned from; NaN before the first. */
    public double tdError() {
        return alone == null ? horde().columns().delta[column()] : alone.tdError();
    }

    /**
     * A learner of its own that goes on from here, at rest: to save one prediction as a model, or to let it leave the
     * horde. It goes on as the horde would, up to rounding.
     */
    public Snapshot snapshot() {
        return alone == null ? snapshot(group.memory()) : alone.snapshot();
    }

    private Snapshot snapshot(double[] memory) {
        Map<String, Double> parameters = group.config().parameters();
        stepSize.putInto(parameters);
        double[] begin = initialWeights == null ? new double[horde().size()] : initialWeights.clone();
        return new Snapshot(group.config().algorithm().name(), parameters, steps(), -1, begin, state(memory));
    }

    /** The state of a learner of its own that would go on as this prediction does. */
    private Map<String, double[]> state(double[] memory) {
        SharedTrace trace = group.trace();
        return horde().size() <= ChosenMechanism.SMALL
                ? TraceMechanism.state(weights(), trace.e(), memory)
                : FactoredMechanism.state(w(), move(), horde().columns().bound[column()], trace, memory);
    }

    private Horde horde() {
        return group.horde();
    }

    /**
     * What learns for it once it has come near overflow, where every step is checked and can be taken back; null
     * before.
     */
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
        horde().weights().clear(column);
        horde().columns().move[column] = 0;
        horde().columns().place[column] = -1;
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
