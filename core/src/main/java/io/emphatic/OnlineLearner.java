package io.emphatic;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The learner around an {@link Engine}: checks transitions, counts steps, records divergence, saves its state. */
final class OnlineLearner implements Learner {
    private static final long NEVER = -1;
    private static final int NO_SIZE = Integer.MIN_VALUE;

    private final Config config;
    private final StepSize stepSize;
    private final Engine engine;
    private final boolean needsProbabilities;
    private final double[] initialWeights;
    private final int size;
    private final double constantStepSize; // NaN with a schedule or without step size
    private long steps;
    private long divergedAt = NEVER;
    private int uncheckedSize; // n if a step of n features needs no other check, else NO_SIZE

    /** @param stepSize null for an algorithm that has none */
    OnlineLearner(Config config, StepSize stepSize, Engine engine, double[] initialWeights) {
        Divergence.normOfInitial(initialWeights);
        this.config = config;
        this.stepSize = stepSize;
        this.engine = engine;
        this.needsProbabilities = config.algorithm().needsProbabilities();
        this.initialWeights = initialWeights.clone();
        this.size = initialWeights.length;
        this.constantStepSize = stepSize == null ? Double.NaN : stepSize.constant();
        engine.reset(this.initialWeights);
        chooseUncheckedSize();
    }

    /** Steps go unchecked but for their size if nothing else decides whether and with which α to take them. */
    private void chooseUncheckedSize() {
        boolean simple = !Double.isNaN(constantStepSize) && !needsProbabilities && divergedAt == NEVER;
        uncheckedSize = simple ? size : NO_SIZE;
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
        // One comparison instead of five: five took a tenth of the time of a step with few features.
        if (t.size() == uncheckedSize && engine.step(t, constantStepSize)) {
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
            chooseUncheckedSize();
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
        engine.reset(initialWeights);
        steps = 0;
        divergedAt = NEVER;
        chooseUncheckedSize();
    }

    @Override
    public Snapshot snapshot() {
        Map<String, double[]> arrays = new LinkedHashMap<>();
        engine.state().forEach((name, array) -> arrays.put(name, array.clone()));
        engine.saveOrder(arrays);
        String algorithm = config.algorithm().name();
        return new Snapshot(algorithm, config.parameters(), steps, divergedAt, initialWeights.clone(), arrays);
    }

    /** Continues from a snapshot of a learner of this config. */
    void restore(Snapshot snapshot) {
        try {
            engine.load(snapshot.arrays());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the snapshot does not fit " + config.algorithm() + ": " + e.getMessage(), e);
        }
        steps = snapshot.steps();
        divergedAt = snapshot.divergedAt();
        chooseUncheckedSize();
    }

    @Override
    public void park(ParkedStream into) {
        engine.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        engine.resume(from);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(steps);
        out.writeLong(divergedAt);
        Map<String, double[]> arrays = new LinkedHashMap<>(engine.state());
        engine.saveOrder(arrays);
        SavedArrays.write(arrays, out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        long stepsBefore = in.readLong();
        long divergedBefore = in.readLong();
        engine.load(SavedArrays.read(in));
        steps = stepsBefore;
        divergedAt = divergedBefore;
        chooseUncheckedSize();
    }

    @Override
    public void countFrom(long stepsBefore, OptionalLong divergedBefore) {
        if (steps > 0 || divergedAt != NEVER) {
            throw new IllegalStateException("a learner counts on from another before its first step");
        }
        steps = stepsBefore;
        divergedAt = divergedBefore.orElse(NEVER);
        chooseUncheckedSize();
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
}
