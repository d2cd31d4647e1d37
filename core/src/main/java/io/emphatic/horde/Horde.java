package io.emphatic.horde;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.experience.Check;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
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
 * or projection. A prediction learns the weights that a {@link Learner} of its own would, up to rounding: to 1e-9 in
 * double precision.
 *
 * <pre>
 *   try (Horde horde = new Horde(n)) {
 *       HordeGroup cautious = horde.group(new Etd(0.001));
 *       HordePrediction reward = cautious.add();
 *       HordePrediction light = cautious.add();
 *       horde.update(steps, cumulants);   // a Transition for each group, a cumulant for each prediction
 *   }
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * θ = w + D g and e = c g as in the factored engine, with w and D of a prediction and g and c of its group. A step
 * reads the rows of the features active after it and does not touch the rest of the trace; what the step changes in the
 * rows of those active before it stays pending and is written once for many steps ({@link PendingCorrections}). Rows
 * hold all predictions side by side and are worked on in tiles of lanes, which is also what threads share out: no sum
 * crosses a tile, so that the bytes do not depend on the number of threads.
 *
 * <p>A prediction whose next step would pass {@link io.emphatic.engine.Divergence#LIMIT} has diverged and keeps its
 * weights; so have all predictions of a group whose trace or follow-on would.
 *
 * <p>{@code update} allocates nothing, but for predictions that diverge and for more active features than ever. One
 * thread at a time may use a horde.
 */
public final class Horde implements AutoCloseable {

    private final int size;
    private final int many;
    private final HordeThreads threads;
    private final PendingCorrections pending;
    private final HordeWeights weights;
    private final HordeLanes lanes = new HordeLanes();
    private final List<HordeGroup> groups = new ArrayList<>();
    private final List<HordePrediction> predictions = new ArrayList<>();
    private final List<HordeGroup> groupsView = Collections.unmodifiableList(groups);
    private final List<HordePrediction> predictionsView = Collections.unmodifiableList(predictions);
    private final HordeStep step;
    private boolean divided;

    /** One thread. */
    public Horde(int size) {
        this(size, 1);
    }

    /**
     * @param size the number of features n
     * @param threads how many threads work on an update, the caller's among them; the results do not depend on it
     */
    public Horde(int size, int threads) {
        this(size, threads, PendingCorrections.MANY);
    }

    /** @param many from how many predictions on corrections are put off */
    Horde(int size, int threads, int many) {
        if (size < 0) {
            throw new IllegalArgumentException("the number of features is negative: " + size);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("a horde needs at least one thread: " + threads);
        }
        this.size = size;
        this.many = many;
        this.threads = new HordeThreads(threads);
        this.pending = new PendingCorrections(size);
        this.weights = new HordeWeights(size, pending);
        this.step = new HordeStep(lanes, weights, pending);
    }

    /** Whether a horde can learn by this config: whether it is of the one-trace family, without limits. */
    public static boolean accepts(Config config) {
        return config instanceof OneTrace && config.traceKey().isPresent();
    }

    /** The number of features n. */
    public int size() {
        return size;
    }

    /**
     * A new group, with an empty trace.
     *
     * @param config one that the horde {@linkplain #accepts accepts}
     */
    public HordeGroup group(Config config) {
        if (config == null) {
            throw new IllegalArgumentException("the config of a group is missing: null");
        }
        if (!accepts(config)) {
            throw new IllegalArgumentException("a horde cannot learn by " + config.algorithm()
                    + (config instanceof OneTrace ? " with clip or radius" : "")
                    + ": only by one-trace algorithms without clip and radius\nGive it a learner of its own.");
        }
        HordeGroup group = new HordeGroup(this, (OneTrace) config, size);
        groups.add(group);
        return group;
    }

    /** The groups, in the order in which {@link #update} takes their transitions. */
    public List<HordeGroup> groups() {
        return groupsView;
    }

    /**
     * The predictions, in the order in which {@link #update} takes their cumulants: as they were added, without those
     * removed.
     */
    public List<HordePrediction> predictions() {
        return predictionsView;
    }

    HordePrediction add(HordeGroup group, StepSize stepSize, double[] initialWeights) {
        if (initialWeights.length != size) {
            throw new IllegalArgumentException(
                    "the horde has " + size + " features, the initial weights are " + initialWeights.length);
        }
        for (int j = 0; j < size; j++) {
            Check.finite("initial weight", j, initialWeights[j]);
        }
        HordePrediction added = add(group, stepSize);
        added.setInitialWeights(initialWeights.clone());
        for (int j = 0; j < size; j++) {
            weights.set(j, added.lane(), initialWeights[j]);
        }
        lanes.bound[added.lane()] = Norm.of(initialWeights);
        return added;
    }

    HordePrediction add(HordeGroup group, StepSize stepSize) {
        if (stepSize == null) {
            throw new IllegalArgumentException("the step size of a prediction is missing: null");
        }
        if (!groups.contains(group)) {
            throw new IllegalArgumentException("the group has been removed from the horde");
        }
        if (group.hasDiverged()) {
            throw new IllegalStateException("the trace of the group has diverged: make a new group");
        }
        return restore(group, stepSize);
    }

    /** Adds a prediction to a group in whatever state. */
    HordePrediction restore(HordeGroup group, StepSize stepSize) {
        int lane = lanes.free();
        if (lane < 0) {
            lane = lanes.capacity();
            reserve(Math.max(8, lane + lane / 2 + 1));
        }
        HordePrediction prediction = new HordePrediction(group, stepSize, lane);
        lanes.owner[lane] = prediction;
        predictions.add(prediction);
        divided = false;
        return prediction;
    }

    /** Makes room for this many predictions at once, which is cheaper than growing with each. */
    public void reserve(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a horde cannot have a negative number of predictions: " + count);
        }
        if (count > lanes.capacity()) {
            int capacity = Math.addExact(count, 7) / 8 * 8;
            lanes.grow(capacity);
            weights.grow(capacity);
            divided = false;
        }
    }

    /** Removes a prediction; those after it move up in {@link #predictions}. */
    public void remove(HordePrediction prediction) {
        if (!predictions.remove(prediction)) {
            throw new IllegalArgumentException("the prediction is not, or no longer, of this horde");
        }
        weights.clear(prediction.lane());
        lanes.clear(prediction.lane());
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
     *     same φₜ₊₁, which have to be the same objects unless no feature is active. Their rewards are not looked at.
     *     Read and not kept.
     * @param cumulants for each prediction, finite. Not modified.
     * @throws IllegalArgumentException if anything of it does not fit; nothing has changed then
     * @throws IllegalStateException if the horde has been closed
     */
    public void update(Transition[] steps, double[] cumulants) {
        if (threads.isClosed()) {
            throw new IllegalStateException("the horde has been closed and learns no more");
        }
        HordeStep.check(this, steps, cumulants);
        if (groups.isEmpty()) {
            return;
        }
        divide();
        step.learn(threads, groups, steps, cumulants);
    }

    void requireSize(Features features) {
        if (features.size() != size) {
            throw new IllegalArgumentException("the horde has " + size + " features, the state " + features.size());
        }
    }

    private void divide() {
        if (!divided) {
            for (int p = 0; p < predictions.size(); p++) {
                int lane = predictions.get(p).lane();
                lanes.cumulant[lane] = lanes.divergedAt[lane] == HordeLanes.NEVER ? p : -1;
            }
            lanes.divide();
            // what waits costs by group what it saves by prediction
            if (predictions.size() >= many && PendingCorrections.GROUP * predictions.size() >= many * groups.size()) {
                pending.use();
            }
            step.forget();
            divided = true;
        }
    }

    /** What is known of its predictions beside their weights. */
    HordeLanes lanes() {
        return lanes;
    }

    HordeWeights weights() {
        return weights;
    }

    /** What the weights lack. */
    PendingCorrections pending() {
        return pending;
    }

    /** Writes all of the horde, to go on elsewhere or later to the bit. The stream stays open. */
    public void write(OutputStream stream) throws IOException {
        HordeFormat.write(this, stream);
    }

    /**
     * Reads a horde back, which may work with another number of threads. The stream stays open behind the horde's last
     * byte if it is a buffered one.
     *
     * @throws IOException if the stream cannot be read, holds no horde, or is damaged
     */
    public static Horde read(InputStream stream, int threads) throws IOException {
        return HordeFormat.read(stream, threads);
    }

    /** Ends its threads. The horde learns no more, but may still be asked for weights and predictions, and written. */
    @Override
    public void close() {
        threads.close();
    }
}
