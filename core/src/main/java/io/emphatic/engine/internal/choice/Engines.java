package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.dense.DenseGradientEngine;
import io.emphatic.engine.internal.dense.DenseTraceEngine;
import io.emphatic.engine.internal.dense.DenseTrueOnlineEngine;
import io.emphatic.engine.internal.plain.BoundedTraceEngine;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.plain.LearnedEmphasisEngine;
import io.emphatic.engine.internal.plain.LeastSquaresEngine;
import io.emphatic.engine.internal.plain.Overshoot;
import io.emphatic.engine.internal.plain.PairedEngine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceEngine;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;
import io.emphatic.engine.internal.plain.UsageGradientEngine;
import io.emphatic.engine.internal.plain.UsageTraceEngine;
import io.emphatic.engine.internal.sparse.SparseGradientEngine;
import io.emphatic.engine.internal.sparse.SparseRows;
import io.emphatic.engine.internal.sparse.SparseTraceEngine;
import io.emphatic.engine.internal.sparse.SparseTrueOnlineEngine;
import io.emphatic.experience.Norm;
import java.util.Map;
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
        return oneTrace(rule, limits, size, SparseRows.OWN);
    }

    private static Engine oneTrace(TraceRule rule, StepLimits limits, int size, SparseRows rows) {
        Supplier<PairedEngine> explicit = () -> new TraceEngine(rule, limits, size);
        if (isSmall(size, SparseTraceEngine.LARGEST_SIZE)) {
            return explicit.get();
        }
        boolean isLinear = !limits.clips() && Double.isInfinite(limits.radius);
        return new ChosenEngine(
                size,
                () -> new SparseTraceEngine(rule, limits, size, rows),
                isLinear ? () -> new DenseTraceEngine(rule, limits, size) : explicit);
    }

    /** For the gradient family (§2), with α_w = η α. */
    public static Engine gradient(GradientRule rule, double eta, int size) {
        return gradient(rule, eta, size, SparseRows.OWN);
    }

    private static Engine gradient(GradientRule rule, double eta, int size, SparseRows rows) {
        return isSmall(size, SparseGradientEngine.LARGEST_SIZE)
                ? new GradientEngine(rule, eta, size)
                : new ChosenEngine(
                        size,
                        () -> new SparseGradientEngine(rule, eta, size, rows),
                        () -> new DenseGradientEngine(rule, eta, size));
    }

    /** For the true online family (§3). */
    public static Engine trueOnline(TraceRule rule, int size) {
        return trueOnline(rule, size, SparseRows.OWN);
    }

    private static Engine trueOnline(TraceRule rule, int size, SparseRows rows) {
        return isSmall(size, SparseTraceEngine.LARGEST_SIZE)
                ? new TrueOnlineEngine(rule, size)
                : new ChosenEngine(
                        size,
                        () -> new SparseTrueOnlineEngine(rule, size, rows),
                        () -> new DenseTrueOnlineEngine(rule, size));
    }

    /** {@link #oneTrace} with a step size chosen from the data. */
    public static Engine autoOneTrace(TraceRule rule, StepLimits limits, int size) {
        Overshoot.Product product = new Overshoot.Product(true);
        StepLimits shared = limits.sharing(product);
        SparseRows[] all = rows(size, SparseTraceEngine.LARGEST_SIZE);
        return new AutoEngine(all, rows -> oneTrace(rule, shared, size, rows), product);
    }

    /** {@link #gradient} with a step size chosen from the data. */
    public static Engine autoGradient(GradientRule rule, double eta, int size) {
        SparseRows[] all = rows(size, SparseGradientEngine.LARGEST_SIZE);
        return new AutoEngine(all, rows -> gradient(rule, eta, size, rows), new Overshoot.Product(true));
    }

    /** {@link #trueOnline} with a step size chosen from the data. */
    public static Engine autoTrueOnline(TraceRule rule, int size) {
        SparseRows[] all = rows(size, SparseTraceEngine.LARGEST_SIZE);
        return new AutoEngine(all, rows -> trueOnline(rule, size, rows), new Overshoot.Product(true));
    }

    /** Any engines with a step size chosen from the data. */
    public static Engine auto(Supplier<Engine> engine) {
        return new AutoEngine(new SparseRows[AutoEngine.COUNT], rows -> engine.get(), new Overshoot.Product(true));
    }

    /** For each candidate; an array of its own where a common one would be longer than the largest of Java. */
    private static SparseRows[] rows(int size, int largest) {
        return SparseRows.of(AutoEngine.COUNT, size <= largest / AutoEngine.COUNT);
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

    /** Also true where an engine for sparse features would need an array longer than the largest of Java. */
    private static boolean isSmall(int size, int largestSparse) {
        return size <= FEW_FEATURES || size > largestSparse;
    }

    /** A state that a {@link #oneTrace} without limits loads: with these θ and e, and bounds of their norms. Kept. */
    public static Map<String, double[]> oneTraceState(
            double[] theta, double weightsNorm, double[] e, double traceNorm, double[] memory) {
        return Map.of(
                "weights", theta,
                "weights_norm", new double[] {weightsNorm},
                "trace", e,
                "trace_bounds", new double[] {Norm.largest(e), traceNorm},
                "memory", memory);
    }
}
