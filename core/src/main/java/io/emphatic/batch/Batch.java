package io.emphatic.batch;

import io.emphatic.Config;
import io.emphatic.Config.TraceKey;
import io.emphatic.GradientTd;
import io.emphatic.Learner;
import io.emphatic.OneTrace;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Many learners over one stream, updated together, as parameter studies need.
 *
 * <p>Off-policy experience does not depend on the learner, and a trace does not depend on the step size. So learners of
 * one algorithm that differ only in α (and, in the gradient family, in η) share their trace and their scalar recursion,
 * which are computed once per step; their weights lie side by side, feature by feature, so that every inner loop runs
 * across learners, contains no reduction and is vectorised by the JIT.
 *
 * <p>Learner k of a batch agrees with {@code configs.get(k).learner(…)} to 1e-12 as long as rounding does not grow: the
 * operations of a lane are those of the equations in the order in which the plain engine has them, but for inner
 * products, whose terms are added up in another order. With more than 64 features a single learner runs on another
 * engine, which agrees to 1e-9. A learner of a batch refuses the step that would bring one of its numbers past
 * {@link io.emphatic.engine.Divergence#LIMIT}, which is the step that the single learner refuses, or one apart on
 * another engine; the other learners of the batch continue.
 *
 * <pre>
 *   List&lt;Etd&gt; configs = List.of(new Etd(0.1), new Etd(0.01), new Etd(0.001));
 *   Batch batch = Batch.of(configs).batch(new double[n]);
 *   batch.update(t);                          // all three learn from one transition
 *   double[] predictions = new double[batch.count()];
 *   batch.predict(phi, predictions);
 * </pre>
 *
 * <p>Not synchronized: one thread at a time.
 */
public sealed interface Batch permits LaneBatch, PlainBatch {
    /** Makes batches of the same configs, run after run. */
    interface Maker {
        /** A new batch, all learners from θ₀, which is finite and copied; its length is the number of features. */
        Batch batch(double[] initialWeights);
    }

    /**
     * Makes batches of learners of these configs.
     *
     * @param configs at least one. Configs with equal {@linkplain Config#traceKey trace keys} share a trace; otherwise
     *     every learner has its trace, which is as slow as a loop over learners.
     */
    static Maker of(List<? extends Config> configs) {
        if (configs.isEmpty()) {
            throw new IllegalArgumentException("a batch needs at least one config");
        }
        Set<Optional<TraceKey>> keys = configs.stream().map(Config::traceKey).collect(Collectors.toSet());
        if (keys.size() > 1 || keys.contains(Optional.<TraceKey>empty())) {
            return plain(configs);
        }
        return configs.get(0) instanceof OneTrace
                ? sharing(configs, OneTrace.class, OneTraceBatch::new)
                : sharing(configs, GradientTd.class, GradientBatch::new);
    }

    private static <C extends Config> Maker sharing(
            List<? extends Config> configs, Class<C> family, BiFunction<List<C>, double[], Batch> make) {
        List<C> kept = configs.stream().map(family::cast).toList();
        return weights -> make.apply(kept, weights);
    }

    /** Batches in which no trace is shared, to compare with in tests. */
    static Maker plain(List<? extends Config> configs) {
        List<Config> kept = List.copyOf(configs);
        return weights -> new PlainBatch(kept, weights);
    }

    /** The number of learners. */
    int count();

    /**
     * All learners learn from one step, as in {@link Learner#update}. It is read and not kept.
     *
     * @throws IllegalArgumentException if it is not a whole step of as many features; nothing has changed then
     */
    void update(Transition t);

    /** As {@link #update(Transition)}, and {@code predictions[from + k]} ← θₜᵀφₜ of learner k, before the step. */
    void update(Transition t, double[] predictions, int from);

    /** All learn from one step with α times a factor each, whatever the configs say: {@link Learner#update}. */
    void update(Transition t, double alpha, double[] factors);

    /**
     * Moves the trace and its memory out, so that another stream can learn: they are put behind what is there. The
     * weights stay. {@link #resume} takes them back.
     *
     * @throws IllegalStateException where no trace is shared
     */
    void park(ParkedStream into);

    /** Continues a stream after {@link #park} of another one, or before the first step. */
    void resume(ParkedStream from);

    /** {@code predictions[k]} ← θᵀφ of learner k, with the weights before the refused step if it has diverged. */
    void predict(Features features, double[] predictions);

    /** A copy of the weights θ of learner k. */
    double[] weights(int k);

    /** The step, counted from 0, that learner k refused because it has diverged; empty if it has not. */
    OptionalLong divergedAt(int k);

    /** Writes the whole state of the learners. */
    void write(DataOutput out) throws IOException;

    /** Continues, to the bit, where a batch of the same configs and size was when it was written. */
    void read(DataInput in) throws IOException;
}
