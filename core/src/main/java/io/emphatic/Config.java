package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.choice.Engines;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An algorithm with its parameters fixed: an immutable record, checked when made, that makes learners.
 *
 * <pre>
 *   Config config = new Gtd(StepSize.constant(0.01), 2);               // α and η
 *   Config same = Algorithms.named("gtd").configure(Map.of("step_size", 0.01, "eta", 2.0));
 *   Learner learner = config.learner(n);
 * </pre>
 */
public sealed interface Config permits OneTrace, GradientTd, OwnEngine {
    /** The entry of the registry that this configures. */
    default Algorithm algorithm() {
        Algorithm algorithm = Algorithms.of(getClass());
        if (algorithm == null) {
            throw new IllegalStateException(getClass().getName() + " is no algorithm of the registry: no "
                    + AlgorithmProvider.class.getSimpleName() + " brings it");
        }
        return algorithm;
    }

    /** α; null for an algorithm without. */
    default StepSize stepSize() {
        return null;
    }

    /** A new engine for this many features. */
    Engine engine(int size);

    /** An engine that keeps e as it stands, so that each of many streams can have its own: {@link Engine#park}. */
    default Engine sharedEngine(int size) {
        return engine(size);
    }

    /** Equal for configs whose learners can share a trace; empty where nothing can be shared. */
    default Optional<TraceKey> traceKey() {
        return Optional.empty();
    }

    /**
     * A new learner.
     *
     * @param initialWeights θ₀, finite; its length is the number of features. Least squares begins there, too, and ends
     *     at the solution nearest to it where there are several. Not modified; copied.
     */
    default Learner learner(double[] initialWeights) {
        int size = initialWeights.length;
        boolean auto = stepSize() != null && stepSize().isAuto();
        return new OnlineLearner(this, Engines.of(auto, () -> engine(size)), initialWeights);
    }

    /** A new learner whose weights are zero. */
    default Learner learner(int size) {
        return learner(new double[size]);
    }

    /**
     * A new learner of which many streams share the weights: each has its own traces and memory, and they take turns by
     * {@link Learner#park} and {@link Learner#resume}.
     *
     * @param initialWeights as those of {@link #learner(double[])}
     * @throws IllegalArgumentException if the step size is chosen from the data: it takes one stream
     */
    default Learner sharedLearner(double[] initialWeights) {
        if (stepSize() != null) {
            stepSize().requireGiven(algorithm());
        }
        return new OnlineLearner(this, sharedEngine(initialWeights.length), initialWeights);
    }

    /**
     * m, how much the fixed point weighs each state: of an algorithm from outside whose
     * {@linkplain Algorithm#fixedPoint fixed point} is {@link FixedPoint#OWN}. {@code explain} finds the rest from it,
     * with A = ΦᵀM(I − P^λ)Φ ({@code docs/ALGORITHMS.md} §5).
     */
    default double[] emphasis(ExactStates states) {
        throw new IllegalArgumentException(algorithm() + " names no emphasis: it has no such method");
    }

    /**
     * Every parameter by its name in the registry, NaN where it is absent: the components of the record in snake case,
     * those of {@link StepSize} and {@link Limits} among them. {@link Algorithm#configure} takes it back.
     */
    default Map<String, Double> parameters() {
        Map<String, Double> values = new LinkedHashMap<>();
        for (var component : getClass().getRecordComponents()) {
            Object value;
            try {
                value = component.getAccessor().invoke(this);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the config of " + algorithm() + " is not a public record", e);
            }
            if (value instanceof StepSize stepSize) {
                stepSize.putInto(values);
            } else if (value instanceof Limits limits) {
                limits.putInto(values);
            } else {
                String name = component
                        .getName()
                        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .toLowerCase(Locale.ROOT);
                values.put(name, ((Number) value).doubleValue());
            }
        }
        return values;
    }

    /**
     * Everything that the trace of a learner depends on beside the steps: learners with equal keys that learn from the
     * same steps have equal traces and scalar memory, and can share them.
     *
     * @param algorithm the name of the algorithm
     * @param parameters all but the step sizes: α, its schedule and η
     */
    record TraceKey(String algorithm, Map<String, Double> parameters) {
        public TraceKey {
            parameters = Map.copyOf(parameters);
        }

        static TraceKey of(Config config) {
            Map<String, Double> parameters = config.parameters();
            StepSize.PARAMETERS.forEach(parameter -> parameters.remove(parameter.name()));
            parameters.remove(GradientTd.ETA.name());
            return new TraceKey(config.algorithm().name(), parameters);
        }
    }

    /**
     * The exact quantities of one question on a finite MDP, for {@link Config#emphasis}: one entry for each state, in
     * the order of the MDP. Arrays are copies.
     *
     * @param transitions P_π, by rows
     * @param visits d_μ, how often the behaviour visits each state
     * @param interest i
     * @param discount γ
     * @param lambda λ
     * @param features φ of each state
     */
    record ExactStates(
            double[][] transitions,
            double[] visits,
            double[] interest,
            double[] discount,
            double[] lambda,
            double[][] features) {}
}
