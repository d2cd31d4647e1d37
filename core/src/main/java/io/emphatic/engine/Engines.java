package io.emphatic.engine;

import io.emphatic.experience.Norm;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Makes the engine of a learner.
 *
 * <p>The features decide which engine is fastest ({@link ChosenEngine}). Up to {@value #SMALL} features the arrays fit
 * into a few cache lines, and the explicit engines' plain loops are fastest.
 */
public final class Engines {
    /** Up to this size plain loops over all features are fastest. */
    static final int SMALL = 64;

    private Engines() {}

    /** For the one-trace family (§1); infinite clip and radius, of {@code Limits}, are off. */
    public static Engine oneTrace(TraceRule rule, double clip, double radius, int size) {
        StepLimits limits = new StepLimits(clip, radius, size);
        Supplier<PairedEngine> explicit = () -> new TraceEngine(rule, limits, size);
        if (isSmall(size, false)) {
            return explicit.get();
        }
        boolean isLimited = Double.isFinite(clip) || Double.isFinite(radius);
        return new ChosenEngine(
                size,
                () -> new SparseTraceEngine(rule, limits, size),
                isLimited ? explicit : () -> new DenseTraceEngine(rule, size));
    }

    /** For the gradient family (§2), with α_w = η α. */
    public static Engine gradient(GradientRule rule, double eta, int size) {
        return isSmall(size, true)
                ? new GradientEngine(rule, eta, size)
                : new ChosenEngine(
                        size,
                        () -> new SparseGradientEngine(rule, eta, size),
                        () -> new DenseGradientEngine(rule, eta, size));
    }

    /** For the true online family (§3). */
    public static Engine trueOnline(TraceRule rule, int size) {
        return isSmall(size, false)
                ? new TrueOnlineEngine(rule, size)
                : new ChosenEngine(
                        size,
                        () -> new SparseTrueOnlineEngine(rule, size),
                        () -> new DenseTrueOnlineEngine(rule, size));
    }

    /** {@link #oneTrace} with a step size chosen from the data. */
    public static Engine autoOneTrace(TraceRule rule, double clip, double radius, int size) {
        return new AutoEngine(() -> oneTrace(rule, clip, radius, size));
    }

    /** {@link #gradient} with a step size chosen from the data. */
    public static Engine autoGradient(GradientRule rule, double eta, int size) {
        return new AutoEngine(() -> gradient(rule, eta, size));
    }

    /** {@link #trueOnline} with a step size chosen from the data. */
    public static Engine autoTrueOnline(TraceRule rule, int size) {
        return new AutoEngine(() -> trueOnline(rule, size));
    }

    /** {@link #oneTrace} with e as it stands, so that each of many streams can have its own ({@link Engine#park}). */
    public static Engine sharedOneTrace(TraceRule rule, double clip, double radius, int size) {
        return new TraceEngine(rule, new StepLimits(clip, radius, size), size);
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

    /** For its gradient form, with α_w. */
    public static Engine usageGradient(
            TraceRule rule, double usageDecay, double initialUsage, double alphaW, int size) {
        return new UsageGradientEngine(rule, usageDecay, initialUsage, alphaW, size);
    }

    /** Also true where an engine for sparse features would need an array longer than the largest of Java. */
    private static boolean isSmall(int size, boolean hasTwo) {
        return size <= SMALL || size > SparseVectors.largestSize(hasTwo);
    }

    /** The state of a {@link #oneTrace} without limits that has these θ and e, and bounds of their norms. Kept. */
    public static Map<String, double[]> oneTraceState(
            double[] theta, double weightsNorm, double[] e, double traceNorm, double[] memory) {
        Map<String, double[]> state = new HashMap<>();
        if (isSmall(theta.length, false)) {
            state.putAll(TraceEngine.state(theta, weightsNorm, e, new double[] {Norm.largest(e), traceNorm}));
        } else {
            state.putAll(SparseState.of(theta, e, traceNorm, TraceGenerations.NEGLIGIBLE));
            state.put("weights_norm", new double[] {weightsNorm});
        }
        state.put("memory", memory);
        return state;
    }
}
