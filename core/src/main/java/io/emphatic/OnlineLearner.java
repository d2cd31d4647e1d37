package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.experience.Check;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The life around a {@link Engine}: checks the border, counts steps, notices divergence, saves and restores. */
final class OnlineLearner implements Learner {
    private static final long NEVER = -1;
    private static final int NONE = Integer.MIN_VALUE;

    private final Config config;
    private final StepSize stepSize;
    private final Engine engine;
    private final boolean needsProbabilities;
    private final double[] initialWeights;
    private final int size;
    private final double constantStepSize; // NaN if there is none
    private long steps;
    private long divergedAt = NEVER;
    private int plainSize; // the number of features of a step that needs no second look, or NONE

    /** @param stepSize null for an algorithm that has none */
    OnlineLearner(Config config, StepSize stepSize, Engine engine, double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            Check.finite("initial weight", j, initialWeights[j]);
        }
        this.config = config;
        this.stepSize = stepSize;
        this.engine = engine;
        this.needsProbabilities = config.algorithm().needsProbabilities();
        this.initialWeights = initialWeights.clone();
        this.size = initialWeights.length;
        this.constantStepSize = stepSize == null ? Double.NaN : stepSize.constant();
        engine.begin(this.initialWeights);
        engine.loaded(Map.of());
        choosePlainSteps();
    }

    /** Which steps are plain: none if anything but the number of features decides whether or how to take a step. */
    private void choosePlainSteps() {
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
        if (t.size() == plainSize && engine.step(t, constantStepSize)) {
            steps++;
        } else {
            updateChecked(t);
        }
    }

    private void updateChecked(Transition t) {
        if (!t.isComplete() || t.size() != size || (needsProbabilities && !t.hasProbabilities())) {
            throw refusal(t);
        }
        if (divergedAt != NEVER) {
            return;
        }
        double alpha = stepSize == null ? Double.NaN : stepSize.at(steps);
        if (engine.step(t, alpha)) {
            steps++;
        } else {
            divergedAt = steps;
            choosePlainSteps();
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

    @Override
    public double predict(Features features) {
        if (features.size() != size) {
            throw mismatch(features);
        }
        return engine.predict(features);
    }

    @Override
    public double[] weights() {
        return engine.weights();
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
        return divergedAt == NEVER ? engine.tdError() : Double.NaN;
    }

    @Override
    public double followOn() {
        return divergedAt == NEVER ? engine.followOn() : Double.NaN;
    }

    @Override
    public double emphasis() {
        return divergedAt == NEVER ? engine.emphasis() : Double.NaN;
    }

    @Override
    public void reset() {
        engine.state().values().forEach(array -> Arrays.fill(array, 0));
        engine.begin(initialWeights);
        engine.loaded(Map.of());
        steps = 0;
        divergedAt = NEVER;
        choosePlainSteps();
    }

    @Override
    public Snapshot snapshot() {
        return new Snapshot(
                config.algorithm().name(), config.parameters(), steps, divergedAt, initialWeights.clone(), save());
    }

    /** Takes over what a snapshot holds; its algorithm and parameters have made this learner. */
    void restore(Snapshot snapshot) {
        try {
            engine.load(snapshot.arrays());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the snapshot does not fit " + config.algorithm() + ": " + e.getMessage(), e);
        }
        steps = snapshot.steps();
        divergedAt = snapshot.divergedAt();
        choosePlainSteps();
    }

    @Override
    public void merge(Learner other) {
        if (!(other instanceof OnlineLearner source) || !source.config.equals(config) || source.size != size) {
            throw new IllegalArgumentException("only learners of one config and one number of features can be merged");
        }
        if (divergedAt != NEVER || source.divergedAt != NEVER) {
            throw new IllegalArgumentException("a learner that has diverged cannot be merged");
        }
        engine.merge(source.engine);
        steps += source.steps;
    }

    private Map<String, double[]> save() {
        Map<String, double[]> copy = new LinkedHashMap<>();
        engine.state().forEach((name, array) -> copy.put(name, array.clone()));
        engine.saveOrder(copy);
        return copy;
    }
}
