package io.emphatic.bands;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.batch.Batch;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;

/**
 * The multiplier bootstrap: replicates of a learner take its steps with α W. Ramprasad, Li, Yang, Wang, Sun &amp; Cheng
 * (2022), "Online bootstrap inference for policy evaluation in reinforcement learning", §3.
 *
 * <pre>
 *   θ*ₖ ← θ*ₖ + α Wₖ (the learner's move from θ*ₖ),  Wₖ = 1 ± s with equal probability
 *   Var(θᵀφ) ≈ mean over times t and replicates k of ((θ*ₖ − θ)ᵀφ / s)² at time t
 * </pre>
 *
 * Deviations from the paper: the learner is its last weights, not their mean, and α is its own; s = ¼ and not 1, since
 * steps of 2 α may be too large; one W, a hash of where it began, holds for a block of at most {@value #BLOCK} steps of
 * an episode, since errors of neighbouring steps are not independent. The spread at one time hangs on the last few
 * steps; the variance over other data is its mean over time, so {@value #KEPT} deviations are kept of the last quarter
 * of all steps, each of another time and the next replicate.
 */
final class Replicates implements Band {
    static final int BLOCK = 8; // how many steps have one W
    static final int KEPT = 64; // how many deviations are kept
    private static final int SHARE = 4; // of all steps are those that deviations are kept of

    private static final double SPREAD = 0.25; // the standard deviation s of W

    private static final long SEED = 31;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final Batch replicates;
    private final double[] factors;
    private final int size;
    private final double[][] kept = new double[KEPT][]; // (θ*ₖ − θ)/s, the oldest at keptCount mod KEPT
    private long keptCount;
    private long keptAt; // the step at which the last was
    private long blockId; // the step at which the block began
    private int left; // steps of the block; 0 before the first

    Replicates(Config config, double[] initialWeights, int count) {
        this.replicates =
                Batch.of(Collections.nCopies(count, withGivenSteps(config))).batch(initialWeights);
        this.factors = new double[count];
        this.size = initialWeights.length;
    }

    /** The config with a constant step size, which is not used: α comes with each step. */
    static Config withGivenSteps(Config config) {
        Map<String, Double> parameters = config.parameters();
        if (parameters.containsKey("step_size")) {
            parameters.put("step_size", 1.0);
            parameters.put("relative_step_size", Double.NaN);
            parameters.put("c1", Double.NaN);
            parameters.put("c2", Double.NaN);
        }
        return config.algorithm().configure(parameters);
    }

    @Override
    public double update(Transition t, Learner learner, double before) {
        double alpha = learner.stepSize();
        double rate = Double.isNaN(alpha) ? 1 : alpha; // usages take its place
        if (left == 0 || t.gamma() == 0) {
            blockId = learner.steps();
            left = BLOCK;
            draw();
        }
        left--;
        replicates.update(t, rate, factors);
        if (learner.steps() - keptAt > learner.steps() / (SHARE * KEPT)) {
            keep(learner);
        }
        return Math.abs(learner.predict(t.phi()) - before) / rate;
    }

    /** The factors of a block: a bit for each. */
    private void draw() {
        long bits = 0;
        for (int k = 0; k < factors.length; k++) {
            bits = k % Long.SIZE == 0 ? mix(mix(SEED + blockId * GOLDEN) + k) : bits >>> 1;
            factors[k] = (bits & 1) == 0 ? 1 - SPREAD : 1 + SPREAD;
        }
    }

    /** The finaliser of SplitMix64: Steele, Lea &amp; Flood (2014). */
    private static long mix(long z) {
        long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        y = (y ^ y >>> 27) * 0x94D049BB133111EBL;
        return y ^ y >>> 31;
    }

    private void keep(Learner learner) {
        double[] theta = learner.weights();
        double[] deviation = replicates.weights((int) (keptCount % factors.length));
        for (int j = 0; j < theta.length; j++) {
            deviation[j] = (deviation[j] - theta[j]) / SPREAD;
        }
        kept[(int) (keptCount++ % KEPT)] = deviation;
        keptAt = learner.steps();
    }

    @Override
    public double variance(Features phi, Learner learner) {
        double sum = 0;
        for (int k = 0; k < freedom(); k++) {
            // ((θ*ₖ − θ)ᵀφ / s)²
            double d = phi.dot(kept[k]);
            sum += d * d;
        }
        return sum / freedom();
    }

    @Override
    public double[][] deviations(Learner learner) {
        double[][] deviations = new double[freedom()][];
        for (int k = 0; k < deviations.length; k++) {
            deviations[k] =
                    Arrays.stream(kept[k]).map(d -> d / Math.sqrt(freedom())).toArray();
        }
        return deviations;
    }

    @Override
    public int freedom() {
        return (int) Math.min(keptCount, KEPT);
    }

    @Override
    public String silence() {
        for (int k = 0; k < factors.length; k++) {
            if (replicates.divergedAt(k).isPresent()) {
                return "a replicate diverged: the step size is too large for other data of the same kind";
            }
        }
        return null;
    }

    @Override
    public void park(ParkedStream into) {
        into.put(blockId);
        into.put(left);
        left = 0;
        replicates.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        blockId = (long) from.take();
        left = (int) from.take();
        replicates.resume(from);
        draw();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(blockId);
        out.writeInt(left);
        replicates.write(out);
        out.writeLong(keptCount);
        out.writeLong(keptAt);
        for (int k = 0; k < freedom(); k++) {
            SavedFormat.writeAll(kept[k], out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        blockId = in.readLong();
        left = in.readInt();
        replicates.read(in);
        keptCount = in.readLong();
        keptAt = in.readLong();
        for (int k = 0; k < freedom(); k++) {
            kept[k] = new double[size];
            SavedFormat.readAll(kept[k], in);
        }
        draw();
    }
}
