package io.emphatic.bands;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.OneTrace;
import io.emphatic.OwnEngine;
import io.emphatic.Snapshot;
import io.emphatic.Td;
import io.emphatic.WeightedTd;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A learner that knows how far its predictions may be off: θᵀφ ± a quantile times {@link #standardError}.
 *
 * <p>The error is how far apart the predictions of this learner would be after other data of the same kind, from the
 * mean of which this one is one draw. What all of them have in common is not in it: the bias of the features, and that
 * of a learner which has not arrived. With a constant step size it does not vanish with more data. Least squares has it
 * from its own sums, all other algorithms from replicates that learn beside it.
 *
 * <pre>
 *   BandedLearner learner = BandedLearner.of(new Etd(0.01), new double[n], BandedLearner.REPLICATES, false);
 *   learner.update(t);
 *   double bar = 1.96 * learner.standardError(phi);       // NaN without licence: learner.refusal() says why
 * </pre>
 *
 * <p>Its weights are, to the bit, those of a learner without. One thread at a time may use it.
 */
public final class BandedLearner implements Learner {
    /** The fewest replicates from which a spread can be estimated. */
    public static final int FEWEST_REPLICATES = 10;

    /** Replicates and kept deviations times features, at most. */
    public static final long MOST_WEIGHTS = 20_000_000;

    /** Above ½ the terms have no second moment; between, a log does not show it ({@code docs/decisions}). */
    static final double LARGEST_SHAPE = 0.3;

    /** As many as error bars need: their spread is a mean over time, too. */
    public static final int REPLICATES = 14;

    private final Learner learner;
    private final Band band;
    private final TailTerms moves = new TailTerms(); // |eₜ δₜ|: what steps add to a prediction, without α
    private final TailTerms gains = new TailTerms(); // |eₜ|
    private final TraceSize trace;
    private final ParkedStream parked = new ParkedStream();

    private BandedLearner(Learner learner, Band band) {
        this.learner = learner;
        this.band = band;
        this.trace = new TraceSize(learner.config());
    }

    /**
     * @param initialWeights as those of {@link Config#learner(double[])}
     * @param replicates how many, for algorithms but least squares
     * @param shared whether streams take turns, as with {@link Config#sharedLearner}
     * @throws IllegalArgumentException if there are too few or too many, or streams cannot take turns
     */
    public static BandedLearner of(Config config, double[] initialWeights, int replicates, boolean shared) {
        Learner learner = shared ? config.sharedLearner(initialWeights) : config.learner(initialWeights);
        if (config instanceof LeastSquares leastSquares) {
            return new BandedLearner(learner, new Sandwich(leastSquares, initialWeights.clone()));
        }
        if (config.stepSize() == null && !(config instanceof WeightedTd)) {
            throw new IllegalArgumentException(
                    config.algorithm() + " has no step size that replicates could vary: it has no bands");
        }
        if (replicates < FEWEST_REPLICATES
                || (long) (replicates + Replicates.KEPT) * initialWeights.length > MOST_WEIGHTS) {
            throw new IllegalArgumentException("replicates are not at least " + FEWEST_REPLICATES + ", and with "
                    + Replicates.KEPT + " kept deviations at most " + MOST_WEIGHTS + " weights in all: " + replicates
                    + " of " + initialWeights.length + " features");
        }
        if (shared && !hasLanes(config)) {
            throw new IllegalArgumentException("replicates of " + config.algorithm()
                    + " share no trace, so streams that take turns cannot have bands"
                    + "\nTake etd, td or gtd without clip and radius, or learn the streams one after another.");
        }
        return new BandedLearner(learner, new Replicates(config, initialWeights, replicates));
    }

    /** Whether replicates share a trace; otherwise each costs as much as the learner. */
    public static boolean hasLanes(Config config) {
        return Replicates.withGivenSteps(config).traceKey().isPresent();
    }

    @Override
    public void update(Transition t) {
        double before = learner.config() instanceof LeastSquares ? 0 : learner.predict(t.phi());
        learner.update(t);
        if (learner.divergedAt().isEmpty()) {
            double move = band.update(t, learner, before);
            moves.add(move);
            if (trace.isKnown()) {
                gains.add(trace.update(t));
            }
        }
    }

    /**
     * The steps to come are those of another stream: least squares takes streams for what is independent, from eight
     * on. Without a call all steps are of one stream.
     */
    public void startStream() {
        band.startStream();
    }

    @Override
    public void update(Transition t, double alpha) {
        throw new IllegalStateException("a learner with bands takes no step size from outside");
    }

    /** The standard error of θᵀφ; NaN where {@link #refusal} says so. */
    public double standardError(Features phi) {
        return refusal().isPresent() ? Double.NaN : Math.sqrt(band.variance(phi, learner));
    }

    /** Vectors d with Var(θᵀφ) = Σ (dᵀφ)²; empty where {@link #refusal} says so. */
    public double[][] deviations() {
        return refusal().isPresent() ? new double[0][] : band.deviations(learner);
    }

    /** The degrees of freedom of the standard error. */
    public int freedom() {
        return band.freedom();
    }

    /**
     * The shape k̂ of the tail of the terms |eₜ δₜ| that weights are sums of; NaN for too few. Where that of |eₜ| alone
     * is not positive, as that of a bounded number, it is that one: then rare errors look like a tail, and have none.
     */
    public double tailShape() {
        return gains.shape() <= 0 ? gains.shape() : moves.shape();
    }

    /** Why there is no error, and what to do about it; empty where there is one. */
    public Optional<String> refusal() {
        if (learner.divergedAt().isPresent()) {
            return Optional.of("no bar: it has diverged");
        }
        double shape = tailShape();
        if (Double.isNaN(shape)) {
            return Optional.of("no bar: " + steps() + " steps are too few, there should be " + TailTerms.FEWEST_TERMS);
        }
        if (shape > LARGEST_SHAPE) {
            return Optional.of("no bar: the tail of its steps is so heavy that they may have no variance"
                    + String.format(Locale.ROOT, " (k̂ = %.2f, above %.1f)", shape, LARGEST_SHAPE)
                    + (trace.isKnown() && gains.shape() <= LARGEST_SHAPE
                            ? ": rare large errors make it, which no other algorithm takes away"
                            : ": take etd with overshoot: 0.3, etd-beta, truncated-etd or wis-etd"));
        }
        return Optional.ofNullable(band.silence()).map(why -> "no bar: " + why);
    }

    @Override
    public Config config() {
        return learner.config();
    }

    @Override
    public int size() {
        return learner.size();
    }

    @Override
    public double predict(Features features) {
        return learner.predict(features);
    }

    @Override
    public double[] weights() {
        return learner.weights();
    }

    @Override
    public long steps() {
        return learner.steps();
    }

    @Override
    public OptionalLong divergedAt() {
        return learner.divergedAt();
    }

    @Override
    public double tdError() {
        return learner.tdError();
    }

    @Override
    public double followOn() {
        return learner.followOn();
    }

    @Override
    public double emphasis() {
        return learner.emphasis();
    }

    @Override
    public double stepSize() {
        return learner.stepSize();
    }

    @Override
    public long boundedSteps() {
        return learner.boundedSteps();
    }

    @Override
    public void reset() {
        throw new IllegalStateException("a learner with bands is not reset: make a new one");
    }

    /** The snapshot of the learner without bands. */
    @Override
    public Snapshot snapshot() {
        return learner.snapshot();
    }

    @Override
    public void park(ParkedStream into) {
        learner.park(parked);
        double[] own = parked.numbers();
        into.clear();
        into.put(own.length);
        into.put(own);
        trace.park(into);
        band.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            double[] own = new double[(int) from.take()];
            from.take(own);
            learner.resume(new ParkedStream(own));
            trace.resume(from);
            band.resume(from);
            from.requireEnd();
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        learner.write(out);
        moves.write(out);
        gains.write(out);
        trace.write(out);
        band.write(out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        learner.read(in);
        moves.read(in);
        gains.read(in);
        trace.read(in);
        band.read(in);
    }

    @Override
    public void countFrom(long steps, OptionalLong divergedAt) {
        learner.countFrom(steps, divergedAt);
    }

    @Override
    public void merge(Learner other) {
        throw new IllegalArgumentException("a learner with bands cannot be merged");
    }

    /**
     * How large the trace of a learner is at most: ‖eₜ‖ ≤ |aₜ| ‖eₜ₋₁‖ + |bₜ| ‖φₜ‖, which has its tail. Nothing is known
     * of the traces of engines of their own.
     */
    private static final class TraceSize {
        private final TraceRule rule; // null if it is not known
        private final double[] memory;
        private final double[] norm = new double[1];
        private final Coefficients c = new Coefficients();

        TraceSize(Config config) {
            this.rule = rule(config);
            this.memory = new double[rule == null ? 0 : rule.memorySize()];
        }

        boolean isKnown() {
            return rule != null;
        }

        private static TraceRule rule(Config config) {
            if (config instanceof OneTrace one) {
                return one.rule();
            }
            return config instanceof OwnEngine own ? own.rule() : new Td(1).rule(); // of the gradient family
        }

        double update(Transition t) {
            rule.coefficients(t, memory, c);
            norm[0] = Math.abs(c.a()) * norm[0] + Math.abs(c.b()) * t.norm();
            rule.remember(t, memory, c);
            return norm[0] * t.norm();
        }

        void park(ParkedStream into) {
            if (isKnown()) {
                rule.park(memory, into);
            }
            into.put(norm);
            norm[0] = 0;
        }

        void resume(ParkedStream from) {
            if (isKnown()) {
                rule.resume(memory, from);
            }
            from.take(norm);
        }

        void write(DataOutput out) throws IOException {
            SavedFormat.writeAll(memory, out);
            SavedFormat.writeAll(norm, out);
        }

        void read(DataInput in) throws IOException {
            SavedFormat.readAll(memory, in);
            SavedFormat.readAll(norm, in);
        }
    }
}
