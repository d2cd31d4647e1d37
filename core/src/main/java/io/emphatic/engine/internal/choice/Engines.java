package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.plain.SavedEngine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceEngine;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;
import io.emphatic.engine.internal.sparse.SparseGradientEngine;
import io.emphatic.engine.internal.sparse.SparseVectors;
import java.util.function.Supplier;

/**
 * Makes the engine of a learner.
 *
 * <p>The features decide which engine is fastest ({@link ChosenEngine}). Up to {@value #FEW_FEATURES} features the
 * arrays fit into a few cache lines, and the loops of the plain engines are fastest.
 */
public final class Engines {
    static final int FEW_FEATURES = 64; // up to this size plain loops over all features are fastest

    private Engines() {}

    /** For the one-trace family (§1). */
    public static Engine oneTrace(TraceRule rule, StepLimits limits, int size) {
        return chosen(
                size,
                SparseVectors.LARGEST_SIZE,
                () -> new TraceEngine(rule, limits, new SparseVectors(size)),
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
                SparseVectors.LARGEST_SIZE,
                () -> new TrueOnlineEngine(rule, new SparseVectors(size)),
                () -> new TrueOnlineEngine(rule, size));
    }

    /** The plain one also where an engine for sparse features would need an array longer than the largest of Java. */
    private static Engine chosen(
            int size, int largestSparse, Supplier<SavedEngine> sparse, Supplier<SavedEngine> plain) {
        boolean isPlain = size <= FEW_FEATURES || size > largestSparse;
        return isPlain ? plain.get() : new ChosenEngine(size, sparse, plain);
    }

    /** The engine that is made, or with {@code step_size: auto} several of them. */
    public static Engine of(boolean auto, Supplier<Engine> engine) {
        return auto ? new AutoEngine(engine) : engine.get();
    }
}
