package io.emphatic;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The life around a {@link Mechanism}: checks the border, counts steps, notices divergence, saves and restores. */
final class OnlineLearner implements Learner {
    private static final long NEVER = -1;
    private static final int NONE = Integer.MIN_VALUE;

    private final Config config;
    private final StepSize stepSize;
    private final Mechanism mechanism;
    private final boolean needsProbabilities;
    private final double[] initialWeights;
    private final int size;
    private final double constantStepSize; // NaN if there is none
    private long steps;
    private long divergedAt = NEVER;
    private int plainSize; // the number of features of a step that needs no second look, or NONE

    /** @param stepSize null for an algorithm that has none */
    OnlineLearner(Config config, StepSize stepSize, Mechanism mechanism, double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            Check.finite("initial weight", j, initialWeights[j]);
        }
        this.config = config;
        this.stepSize = stepSize;
        this.mechanism = mechanism;
        this.needsProbabilities = config.algorithm().needsProbabilities();
        this.initialWeights = initialWeights.clone();
        this.size = initialWeights.length;
        this.constantStepSize = stepSize == null ? Double.NaN : stepSize.constant();
        mechanism.begin(this.initialWeights);
        mechanism.stateChanged(Map.of());
        lookAgain();
    }

    /** Which steps are plain: none if anything but the number of features decides whether or how to take a step. */
    private void lookAgain() {
        boolean simple = !Double.isNaN(constantStepSize) && !needsProbabilities && divergedAt == NEVER;
        plainSize = simple ? size : NONE;
    }

    @Override
    public Config config() {
        return config;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void update(Transition t) {
        // One comparison instead of five: of a step with few features they were a tenth.
        if (t.size() == plainSize && mechanism.step(t, constantStepSize, false)) {
            steps++;
        } else {
            updateAfterASecondLook(t);
        }
    }

    private void updateAfterASecondLook(Transition t) {
        if (!t.isComplete() || t.size() != size || (needsProbabilities && !t.hasProbabilities())) {
            throw refusal(t);
        }
        if (divergedAt != NEVER) {
            return;
        }
        double alpha = stepSize == null ? Double.NaN : stepSize.at(steps);
        if (mechanism.step(t, alpha, false) || stepCarefully(t, alpha)) {
            steps++;
        } else {
            divergedAt = steps;
            lookAgain();
        }
    }

    private RuntimeException refusal(Transition t) {
        if (!t.isComplete()) {
            return new IllegalStateException(
                    "there is no whole step to learn from: start, then action or ratio, then arrive");
        }
        if (t.size() != size) {
            return mismatch(t.phi());
        }
        return new IllegalArgumentException(
                config.algorithm() + " needs the probabilities π and μ of each action, not only their ratio");
    }

    private IllegalArgumentException mismatch(Features features) {
        return new IllegalArgumentException(
                "the learner has " + size + " weights, the state " + features.size() + " features");
    }

    /** On the brink of overflow: a step that can be taken back. Returns false if it had to be. */
    private boolean stepCarefully(Transition t, double alpha) {
        Map<String, double[]> before = save();
        mechanism.step(t, alpha, true);
        boolean finite = mechanism.state().values().stream().allMatch(Bounds::finite);
        if (!finite) {
            load(before);
        }
        return finite;
    }

    @Override
    public double predict(Features features) {
        if (features.size() != size) {
            throw mismatch(features);
        }
        return mechanism.predict(features);
    }

    @Override
    public double[] weights() {
        return mechanism.weights();
    }

    @Override
    public long steps() {
        return steps;
    }

    @Override
    public OptionalLong divergedAt() {
        return divergedAt == NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt);
    }

    @Override
    public double tdError() {
        return mechanism.tdError();
    }

    @Override
    public double followOn() {
        return mechanism.followOn();
    }

    @Override
    public double emphasis() {
        return mechanism.emphasis();
    }

    @Override
    public void reset() {
        mechanism.state().values().forEach(array -> Arrays.fill(array, 0));
        mechanism.begin(initialWeights);
        mechanism.stateChanged(Map.of());
        steps = 0;
        divergedAt = NEVER;
        lookAgain();
    }

    @Override
    public Snapshot snapshot() {
        return new Snapshot(
                config.algorithm().name(), config.parameters(), steps, divergedAt, initialWeights.clone(), save());
    }

    /** Takes over what a snapshot holds; its algorithm and parameters have made this learner. */
    void restore(Snapshot snapshot) {
        load(snapshot.arrays());
        steps = snapshot.steps();
        divergedAt = snapshot.divergedAt();
        lookAgain();
    }

    @Override
    public void merge(Learner other) {
        if (!(other instanceof OnlineLearner source) || !source.config.equals(config) || source.size != size) {
            throw new IllegalArgumentException("only learners of one config and one number of features can be merged");
        }
        if (divergedAt != NEVER || source.divergedAt != NEVER) {
            throw new IllegalArgumentException("a learner that has diverged cannot be merged");
        }
        mechanism.merge(source.mechanism);
        steps += source.steps;
    }

    private void load(Map<String, double[]> arrays) {
        mechanism.takeShape(arrays);
        mechanism.state().forEach((name, target) -> {
            double[] from = arrays.get(name);
            if (from == null || from.length != target.length) {
                throw new IllegalArgumentException("the snapshot does not fit " + config.algorithm() + ": its " + name
                        + (from == null ? " is missing" : " has " + from.length + " numbers, not " + target.length));
            }
            if (!Bounds.finite(from)) {
                throw new IllegalArgumentException("the snapshot of " + config.algorithm() + " holds a number in its "
                        + name + " that is not finite");
            }
        });
        mechanism.state().forEach((name, target) -> System.arraycopy(arrays.get(name), 0, target, 0, target.length));
        mechanism.stateChanged(arrays);
    }

    private Map<String, double[]> save() {
        Map<String, double[]> copy = new LinkedHashMap<>();
        mechanism.state().forEach((name, array) -> copy.put(name, array.clone()));
        mechanism.saveOrder(copy);
        return copy;
    }
}
