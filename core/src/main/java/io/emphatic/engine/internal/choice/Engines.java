package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.BoundedTraceEngine;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.plain.LearnedEmphasisEngine;
import io.emphatic.engine.internal.plain.LeastSquaresEngine;
import io.emphatic.engine.internal.plain.PairedEngine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceEngine;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;
import io.emphatic.engine.internal.plain.UsageGradientEngine;
import io.emphatic.engine.internal.plain.UsageTraceEngine;
import io.emphatic.engine.internal.sparse.SparseGradientEngine;
import io.emphatic.engine.internal.sparse.SparseTraceEngine;
import io.emphatic.engine.internal.sparse.SparseTrueOnlineEngine;
import java.util.function.Supplier;

/**
 * Makes the engine of a learner.
 *
 * <p>The features decide which engine is fastest ({@link ChosenEngine}). Up to {@value #FEW_FEATURES} features the
 * arrays fit into a few cache lines, and the explicit engines' plain loops are fastest.
 */
public final class Engines {
    /** Up to this size plain loops over all features are fastest. */
    static final int FEW_FEATURES = 64;

    private Engines() {}

    /** For the one-trace family (§1). */
    public static Engine oneTrace(TraceRule rule, StepLimits limits, int size) {
        return chosen(
                size,
                SparseTraceEngine.LARGEST_SIZE,
                () -> new SparseTraceEngine(rule, limits, size),
                () -> new TraceEngine(rule, limits, size));
    }

    /** For the gradient family (§2), with α_w = η α. */
    public static Engine gradient(GradientRule rule, double eta, int size) {
        return chosen(
                size,
                SparseGradientEngine.LARGEST_SIZE,
                () -> new SparseGradientEngine(rule, eta, size),
                () -> new GradientEngine(rule, eta, size));
    }

    /** For the true online family (§3). */
    public static Engine trueOnline(TraceRule rule, int size) {
        return chosen(
                size,
                SparseTraceEngine.LARGEST_SIZE,
                () -> new SparseTrueOnlineEngine(rule, size),
                () -> new TrueOnlineEngine(rule, size));
    }

    /** The plain one also where an engine for sparse features would need an array longer than the largest of Java. */
    private static Engine chosen(
            int size, int largestSparse, Supplier<PairedEngine> sparse, Supplier<PairedEngine> plain) {
        boolean isPlain = size <= FEW_FEATURES || size > largestSparse;
        return isPlain ? plain.get() : new ChosenEngine(size, sparse, plain);
    }

    /** Any engines with a step size chosen from the data. */
    public static Engine auto(Supplier<Engine> engine) {
        return new AutoEngine(engine);
    }

    /** {@link #oneTrace} with e as it stands, so that each of many streams can have its own ({@link Engine#park}). */
    public static Engine sharedOneTrace(TraceRule rule, StepLimits limits, int size) {
        return new TraceEngine(rule, limits, size);
    }

    /** {@link #gradient} in the same way. */
    public static Engine sharedGradient(GradientRule rule, double eta, int size) {
        return new GradientEngine(rule, eta, size);
    }

    /** {@link #trueOnline} in the same way. */
    public static Engine sharedTrueOnline(TraceRule rule, int size) {
        return new TrueOnlineEngine(rule, size);
    }

    /** For least squares (§4). Streams can take turns. */
    public static Engine leastSquares(TraceRule rule, double ridge, int size) {
        return new LeastSquaresEngine(rule, ridge, size);
    }

    /** For weighted importance sampling (§6), with η and d₀. Streams can take turns. */
    public static Engine usage(TraceRule rule, double usageDecay, double initialUsage, int size) {
        return new UsageTraceEngine(rule, usageDecay, initialUsage, size);
    }

    /** For an emphasis that is learned (§8). Streams can take turns. */
    public static Engine learnedEmphasis(boolean isGradient, double eta, double ridge, StepLimits limits, int size) {
        return new LearnedEmphasisEngine(isGradient, eta, ridge, limits, size);
    }

    /** For a trace that is bounded (§8). Streams can take turns. */
    public static Engine boundedTrace(double bound, StepLimits limits, int size) {
        return new BoundedTraceEngine(bound, limits, size);
    }

    /** For its gradient form, with α_w. */
    public static Engine usageGradient(
            TraceRule rule, double usageDecay, double initialUsage, double alphaW, int size) {
        return new UsageGradientEngine(rule, usageDecay, initialUsage, alphaW, size);
    }
}
