package io.emphatic;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedArrays;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;

/** The learner around an {@link Engine}: checks transitions, counts steps, records divergence, saves its state. */
final class OnlineLearner implements Learner {
    private static final long NEVER = -1;
    private static final String SQUARES = "feature_squares";

    private final Config config;
    private final StepSize stepSize; // null for an algorithm without
    private final Engine engine;
    private final boolean needsProbabilities;
    private final double[] initialWeights;
    private final int size;
    private final double[] squares = new double[2]; // Σ ‖φ‖² and of how many steps, for a relative step size
    private long steps;
    private long divergedAt = NEVER;

    OnlineLearner(Config config, Engine engine, double[] initialWeights) {
        if (initialWeights.length == 0) {
            throw new IllegalArgumentException("a learner needs at least one feature");
        }
        Divergence.normOfInitial(initialWeights);
        this.config = config;
        this.stepSize = config.stepSize();
        this.engine = engine;
        this.needsProbabilities = config.algorithm().needsProbabilities();
        this.initialWeights = initialWeights.clone();
        this.size = initialWeights.length;
        engine.reset(this.initialWeights);
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
        double added = t.norm() * t.norm();
        updateChecked(t, alpha(squares[0] + added, squares[1] + 1, steps));
    }

    @Override
    public void update(Transition t, double alpha) {
        if (config instanceof LeastSquares || stepSize != null && stepSize.isAuto()) {
            throw new IllegalStateException(config.algorithm() + " takes no step size from outside");
        }
        updateChecked(t, alpha);
    }

    private void updateChecked(Transition t, double alpha) {
        if (!t.isComplete() || t.size() != size || (needsProbabilities && !t.hasProbabilities())) {
            throw refusal(t);
        }
        if (divergedAt != NEVER) {
            return;
        }
        if (engine.step(t, alpha)) {
            steps++;
            squares[0] += t.norm() * t.norm();
            squares[1]++;
        } else {
            divergedAt = steps;
        }
    }

    /** αₜ; a relative one is divided by the mean square. */
    private double alpha(double sum, double count, long t) {
        double alpha = stepSize == null ? 1 : stepSize.at(t);
        return isRelative() && sum > 0 ? alpha * count / sum : alpha;
    }

    private boolean isRelative() {
        return stepSize != null && stepSize.isRelative();
    }

    /** All its arrays, live ones among them. */
    private Map<String, double[]> arrays() {
        Map<String, double[]> arrays = new LinkedHashMap<>(engine.state());
        engine.saveOrder(arrays);
        if (isRelative()) {
            arrays.put(SQUARES, squares);
        }
        return arrays;
    }

    private void load(Map<String, double[]> arrays) {
        double[] loaded = new double[2];
        if (isRelative()) {
            Engine.copyArrays(arrays, Map.of(SQUARES, loaded));
        }
        engine.load(arrays);
        System.arraycopy(loaded, 0, squares, 0, loaded.length);
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
        return divergedAt == NEVER ? engine.predict(features) : Double.NaN;
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
    public double stepSize() {
        return steps == 0 || stepSize == null ? Double.NaN : engine.stepSize(alpha(squares[0], squares[1], steps - 1));
    }

    @Override
    public long boundedSteps() {
        return engine.boundedSteps();
    }

    @Override
    public void reset() {
        engine.reset(initialWeights);
        Arrays.fill(squares, 0);
        steps = 0;
        divergedAt = NEVER;
    }

    @Override
    public Snapshot snapshot() {
        Map<String, double[]> arrays = arrays();
        arrays.replaceAll((name, array) -> array.clone());
        String algorithm = config.algorithm().name();
        return new Snapshot(algorithm, config.parameters(), steps, divergedAt, initialWeights.clone(), arrays);
    }

    /** Continues from a snapshot of a learner of this config. */
    void restore(Snapshot snapshot) {
        try {
            load(snapshot.arrays());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the snapshot does not fit " + config.algorithm() + ": " + e.getMessage(), e);
        }
        steps = snapshot.steps();
        divergedAt = snapshot.divergedAt();
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
        SavedArrays.write(arrays(), out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        long stepsBefore = in.readLong();
        long divergedBefore = in.readLong();
        load(SavedArrays.read(in));
        steps = stepsBefore;
        divergedAt = divergedBefore;
    }

    @Override
    public void countFrom(long stepsBefore, OptionalLong divergedBefore) {
        if (steps > 0 || divergedAt != NEVER) {
            throw new IllegalStateException("a learner counts on from another before its first step");
        }
        steps = stepsBefore;
        engine.countFrom(stepsBefore);
        divergedAt = divergedBefore.orElse(NEVER);
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

    @Override
    public String toString() {
        String end = divergedAt == NEVER ? "" : ", diverged at step " + divergedAt;
        StringJoiner settings = new StringJoiner(", ", " (", ")").setEmptyValue("");
        config.parameters().forEach((name, value) -> {
            if (value < Double.POSITIVE_INFINITY) { // is given, and limits something
                settings.add(name + " " + Parameter.text(value));
            }
        });
        return config.algorithm() + settings.toString() + ": " + size + (size == 1 ? " weight, " : " weights, ") + steps
                + (steps == 1 ? " step" : " steps") + end;
    }
}
