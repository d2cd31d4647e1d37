package io.emphatic;

import io.emphatic.Parameter.Range;
import io.emphatic.experience.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An entry of the registry.
 *
 * @param name in API, files and command line: {@code etd}
 * @param summary one line of description
 * @param source the paper it comes from
 * @param equations as text of a few lines
 * @param cost per step: {@code O(n)}
 * @param needsProbabilities whether it needs π and μ of each action and not only their ratio
 * @param fixedPoint which one its weights approach, as far as the theory knows
 * @param parameters in the order to show them
 * @param maker makes the record of the values of its parameters
 */
public record Algorithm(
        String name,
        Family family,
        String summary,
        String source,
        String equations,
        String cost,
        boolean needsProbabilities,
        FixedPoint fixedPoint,
        List<Parameter> parameters,
        Function<Settings, Config> maker) {
    /** Begins the entry of an algorithm; {@link Builder#configuredBy} ends it. */
    public static Builder named(String name, Family family) {
        return new Builder(name, family);
    }

    /**
     * The algorithm with these parameters, and defaults for the rest.
     *
     * @throws IllegalArgumentException for a name it does not have, or a value out of range
     */
    public Config configure(Map<String, Double> values) {
        return maker.apply(new Settings(this, values));
    }

    /** Whether λ matters to it; abtd has ζ instead. */
    public boolean hasLambda() {
        return parameters.stream().noneMatch(parameter -> parameter.name().equals("zeta"));
    }

    /** Refuses a λ out of range, or any if the algorithm has none. */
    public void requireLambda(double lambda) {
        if (!Range.UNIT.contains(lambda)) {
            throw new IllegalArgumentException("lambda is not in the interval [0, 1]: " + lambda);
        }
        if (!hasLambda()) {
            throw new IllegalArgumentException(this + " has no lambda\nSweep zeta, which takes its place.");
        }
    }

    /** Refuses a value that a parameter cannot have, whatever the other parameters are. */
    public void requireValue(String parameter, double value) {
        boolean allowed = parameters.stream().anyMatch(known -> known.name().equals(parameter) && known.allows(value));
        if (!allowed) {
            configure(Map.of(parameter, value)); // throws, and says why
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects the parts of an entry; {@link #configuredBy} completes it. */
    public static final class Builder {
        private final String name;
        private final Family family;
        private String summary;
        private String source;
        private String equations;
        private String cost = "O(n)";
        private boolean needsProbabilities;
        private FixedPoint fixedPoint = FixedPoint.UNKNOWN;
        private List<Parameter> parameters = List.of();

        private Builder(String name, Family family) {
            this.name = name;
            this.family = family;
        }

        /** One line of description. */
        public Builder summary(String text) {
            summary = text;
            return this;
        }

        /** The paper it comes from. */
        public Builder source(String text) {
            source = text;
            return this;
        }

        /** Its equations, as text of a few lines. */
        public Builder equations(String text) {
            equations = text.stripTrailing();
            return this;
        }

        /** The cost per step, if it is not {@code O(n)}. */
        public Builder cost(String text) {
            cost = text;
            return this;
        }

        /** It needs π and μ of each action and not only their ratio. */
        public Builder needsProbabilities() {
            needsProbabilities = true;
            return this;
        }

        /** Which fixed point its weights approach, if that is known. */
        public Builder fixedPoint(FixedPoint known) {
            fixedPoint = known;
            return this;
        }

        /** @param shared those that all algorithms of the family have */
        public Builder parameters(List<Parameter> shared, Parameter... own) {
            parameters = Stream.concat(shared.stream(), Stream.of(own)).toList();
            return this;
        }

        /** @param configure makes the record of the values of its parameters */
        public Algorithm configuredBy(Function<Settings, Config> configure) {
            return new Algorithm(
                    name,
                    family,
                    summary,
                    source,
                    equations,
                    cost,
                    needsProbabilities,
                    fixedPoint,
                    parameters,
                    configure);
        }
    }

    /** Parameter values by name, checked against an algorithm's parameters, with defaults for those not given. */
    public static final class Settings {
        private final Map<String, Double> given;
        private final Map<String, Parameter> known = new LinkedHashMap<>();

        Settings(Algorithm algorithm, Map<String, Double> given) {
            algorithm.parameters().forEach(parameter -> known.put(parameter.name(), parameter));
            given.forEach((name, value) -> {
                Parameter parameter = known.get(name);
                if (parameter == null) {
                    throw new IllegalArgumentException(
                            algorithm.name() + " has no parameter " + name + Names.didYouMean(name, known.keySet())
                                    + "\nIts parameters are: " + String.join(", ", known.keySet()));
                }
                boolean absent = Double.isNaN(value) && parameter == StepSize.CONSTANT && hasOther(given);
                if (!absent) {
                    parameter.check(value);
                }
            });
            this.given = Map.copyOf(given);
        }

        /** Beside another form of it, step_size is absent, which {@link Config#parameters} writes as NaN. */
        private static boolean hasOther(Map<String, Double> given) {
            return !given.getOrDefault("relative_step_size", Double.NaN).isNaN()
                    || !given.getOrDefault("c1", Double.NaN).isNaN()
                            && !given.getOrDefault("c2", Double.NaN).isNaN();
        }

        /** Whether a parameter was given. */
        public boolean has(String name) {
            return given.containsKey(name) && !Double.isNaN(given.get(name));
        }

        /** The value of a parameter; its default if it was not given. */
        public double get(String name) {
            return has(name) ? given.get(name) : known.get(name).defaultValue();
        }
    }

    /** The families of {@code docs/ALGORITHMS.md}, §1–4 and §6. */
    public enum Family {
        /** One trace e and one vector of weights: TD, ETD, V-trace and most others. */
        ONE_TRACE("one trace", "e ← a e + b φ,  θ ← θ + α κ δ e: an algorithm is the scalars a, b, κ (§1)"),
        /** Two vectors of weights, the second of which estimates a correction: GTD, HTD, TDRC. */
        GRADIENT("gradient", "a second weight vector w with step size η α (§2)"),
        /** Equal to the forward view at every step, not only in the limit of small steps. */
        TRUE_ONLINE("true online", "exactly the online forward view (§3)"),
        /** Sums of whole matrices, n² a step, solved when weights are asked for: LSTD, ELSTD. */
        LEAST_SQUARES("least squares", "θ = A⁺ b, no step size (§4)"),
        /** Usages in place of a step size. */
        WEIGHTED(
                "weighted importance sampling",
                "θ ← θ + δ e / d: the usage d of each feature takes the place of a step size (§6)"),
        /** Anything else: an {@link OwnEngine}. */
        OWN(
                "engines of their own",
                "vectors of another kind: a learned emphasis, a bounded trace (§8), or from outside");

        private final String title;
        private final String summary;

        Family(String title, String summary) {
            this.title = title;
            this.summary = summary;
        }

        /** As people read it: {@code one trace}. */
        public String title() {
            return title;
        }

        /** One line on the common form of its members. */
        public String summary() {
            return summary;
        }
    }

    /**
     * Which weighting w of the states the fixed point of an algorithm has: the solution of Aθ = b with A = ΦᵀW(I −
     * P^λ)Φ and b = ΦᵀW r^λ, W = diag(w) ({@code docs/ALGORITHMS.md} §5).
     */
    public enum FixedPoint {
        /** d_μ, how often the behaviour visits each state. */
        VISITS,
        /** d_{μ,i}, visits times interest. */
        INTEREST,
        /** m, the expected emphasis of ETD(λ). */
        EMPHASIS,
        /** The expected emphasis of a follow-on trace that decays by β instead of γ. */
        BETA_EMPHASIS,
        /** A weighting of its own, which {@link Config#emphasis} names or the theory of the product knows. */
        OWN,
        /** No such weighting is known. */
        UNKNOWN
    }
}
