package io.emphatic.horde;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Divergence;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Many predictions over one stream of features, learned in one pass: a horde. Sutton et al. (2011), "Horde"; Modayil,
 * White &amp; Sutton (2014) for thousands of them on a robot.
 *
 * <p>Every prediction has its own cumulant and step size, and shares policy, discount, λ, interest and rule with the
 * others of its {@link HordeGroup}. All are of the one-trace family ({@code docs/ALGORITHMS.md} §1), without clipping
 * or projection. A prediction learns the weights of a single {@link Learner} of the same config up to rounding, to
 * 1e-9.
 *
 * <pre>
 *   Horde horde = new Horde(n);
 *   HordeGroup cautious = horde.group(new Etd(0.001));
 *   HordePrediction reward = cautious.add();
 *   HordePrediction light = cautious.add();
 *   horde.update(steps, cumulants);   // a Transition for each group, a cumulant for each prediction
 *   double value = light.predict(phi);
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * θ = w + D g and e = c g as in the factored engine, with w and D of a prediction and g and c of its group. A step
 * reads the rows of the features active after it and writes those of the features active before it. Rows hold all
 * predictions side by side, a column each, and are processed in tiles of columns that stay in the cache.
 *
 * <p>A prediction whose next step would bring one of its numbers past {@link io.emphatic.engine.Divergence#LIMIT} has
 * diverged: it refuses that step before anything changes and keeps its weights, while the others continue. If the trace
 * or follow-on of a group would pass the limit, all its predictions have diverged.
 *
 * <p>{@code update} allocates nothing, except after a prediction was added or removed or has diverged. One thread at a
 * time may use a horde.
 */
public final class Horde {

    private final int size;
    final HordeWeights weights;
    final HordeColumns columns = new HordeColumns(); // the state of the predictions beside their weights
    private final List<HordeGroup> groups = new ArrayList<>();
    private final List<HordePrediction> predictions = new ArrayList<>();
    private final List<HordeGroup> groupsView = Collections.unmodifiableList(groups);
    private final List<HordePrediction> predictionsView = Collections.unmodifiableList(predictions);
    private final HordeStep step;
    private boolean divided;

    /**
     * @param size the number of features n
     * @throws IllegalArgumentException if it is negative
     */
    public Horde(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("the number of features is negative: " + size);
        }
        this.size = size;
        this.weights = new HordeWeights(size);
        this.step = new HordeStep(predictionsView, columns, weights);
    }

    /** Whether a horde supports this config: one-trace family, without limits. */
    public static boolean accepts(Config config) {
        return config instanceof OneTrace oneTrace
                && oneTrace.limits().equals(Limits.NONE)
                && config.traceKey().isPresent();
    }

    /** The number of features n. */
    public int size() {
        return size;
    }

    /** A new group, with an empty trace, of a config that the horde {@linkplain #accepts accepts}. */
    public HordeGroup group(Config config) {
        if (config == null) {
            throw new IllegalArgumentException("the config of a group is missing: null");
        }
        if (!accepts(config)) {
            throw new IllegalArgumentException("a horde cannot learn by " + config.algorithm()
                    + (config instanceof OneTrace ? " with limits or a step size from the data" : "")
                    + ": only by one-trace algorithms without clip, radius and overshoot\nUse a single learner.");
        }
        HordeGroup group = new HordeGroup(this, (OneTrace) config, size);
        groups.add(group);
        return group;
    }

    /** The groups, in the order in which {@link #update} takes their transitions. */
    public List<HordeGroup> groups() {
        return groupsView;
    }

    /** The predictions not removed, as they were added; {@link #update} takes their cumulants in this order. */
    public List<HordePrediction> predictions() {
        return predictionsView;
    }

    HordePrediction add(HordeGroup group, StepSize stepSize, double[] initialWeights) {
        if (initialWeights.length != size) {
            throw new IllegalArgumentException(
                    "the horde has " + size + " features, the initial weights are " + initialWeights.length);
        }
        double norm = Divergence.normOfInitial(initialWeights);
        HordePrediction added = add(group, stepSize);
        added.initialWeights = initialWeights.clone();
        weights.setColumn(added.column(), initialWeights);
        columns.weightsNorm[added.column()] = norm;
        return added;
    }

    HordePrediction add(HordeGroup group, StepSize stepSize) {
        if (stepSize == null) {
            throw new IllegalArgumentException("the step size of a prediction is missing: null");
        }
        if (stepSize.isFromData()) {
            throw new IllegalArgumentException("a horde cannot choose step sizes from the data"
                    + "\nUse a single learner, or add a prediction for each step size.");
        }
        if (!groups.contains(group)) {
            throw new IllegalArgumentException("the group has been removed from the horde");
        }
        if (group.diverged) {
            throw new IllegalStateException("the trace of the group has diverged: make a new group");
        }
        return restore(group, stepSize);
    }

    /** Adds a prediction to a group, diverged or not. */
    HordePrediction restore(HordeGroup group, StepSize stepSize) {
        int column = columns.free();
        if (column < 0) {
            column = columns.capacity();
            reserve(Math.max(8, column + column / 2 + 1));
        }
        HordePrediction prediction = new HordePrediction(group, stepSize, column);
        columns.owner[column] = prediction;
        predictions.add(prediction);
        divided = false;
        return prediction;
    }

    /** Makes room for this many predictions at once, which is cheaper than growing with each. */
    public void reserve(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a horde cannot have a negative number of predictions: " + count);
        }
        if (count > columns.capacity()) {
            int capacity = Math.addExact(count, 7) / 8 * 8;
            columns.grow(capacity);
            weights.grow(capacity);
            divided = false;
        }
    }

    /** Removes a prediction; those after it move up in {@link #predictions}. */
    public void remove(HordePrediction prediction) {
        if (!predictions.remove(prediction)) {
            throw new IllegalArgumentException("the prediction is not, or no longer, of this horde");
        }
        weights.setColumn(prediction.column(), new double[size]);
        columns.clear(prediction.column());
        prediction.removed();
        divided = false;
    }

    /** Removes a group and all its predictions; those after them move up. */
    public void remove(HordeGroup group) {
        if (!groups.remove(group)) {
            throw new IllegalArgumentException("the group is not, or no longer, of this horde");
        }
        List.copyOf(predictions).stream().filter(p -> p.group() == group).forEach(this::remove);
        divided = false;
    }

    /**
     * Learns from one step.
     *
     * @param steps for each group the step as its policy, discount, λ and interest see it; all from the same φₜ to the
     *     same φₜ₊₁, which have to be the same objects unless no feature is active. Their rewards are ignored. Read and
     *     not kept.
     * @param cumulants for each prediction, finite. Not modified.
     * @throws IllegalArgumentException if steps or cumulants do not fit the horde; nothing has changed then
     * @throws IllegalStateException if a transition has no whole step
     */
    public void update(Transition[] steps, double[] cumulants) {
        double cumulantSum = HordeStep.check(this, steps, cumulants);
        if (groups.isEmpty()) {
            return;
        }
        if (!divided) {
            columns.divide(predictions);
            step.forgetValues();
            divided = true;
        }
        step.learn(groups, steps, cumulants, cumulantSum);
    }

    void requireSize(Features features) {
        if (features.size() != size) {
            throw new IllegalArgumentException("the horde has " + size + " features, the state " + features.size());
        }
    }

    /** Writes the whole state: a horde read back continues with the same bits. The stream stays open. */
    public void write(OutputStream stream) throws IOException {
        HordeFormat.write(this, stream);
    }

    /**
     * Reads a horde back. The stream stays open behind the horde's last byte if it is a buffered one.
     *
     * @throws IOException if the stream cannot be read, holds no horde, or is damaged
     */
    public static Horde read(InputStream stream) throws IOException {
        return HordeFormat.read(stream);
    }
}
