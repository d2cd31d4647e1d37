package io.emphatic.lab;

import java.util.Map;
import java.util.TreeMap;

/**
 * Something to predict, with a behaviour that experience comes from: a {@link FiniteProblem}, of which everything is
 * known exactly, or a {@link SimulatedProblem}, of which experience can be drawn.
 *
 * <p>Problems from outside implement one of these two, and are found by {@link java.util.ServiceLoader} as providers.
 */
public interface Problem {
    /** As typed on the command line. */
    String name();

    /** One line for a list. */
    String summary();

    /** A few lines: the dynamics, the question, and where it comes from. */
    default String documentation() {
        return summary();
    }

    /**
     * The exact MDP.
     *
     * @throws IllegalArgumentException if there is none: the problem is only simulated
     */
    default Mdp mdp() {
        throw new IllegalArgumentException(
                name() + " is a simulator: there is no exact MDP of it, which the theory needs\n`emphatic study` learns"
                        + " on it, and measures errors in states that it visits.");
    }

    /** Where learning starts; its length is the number of features. */
    double[] initialWeights();

    /** What can be set, by name, as it is set here. */
    default Map<String, Double> parameters() {
        return Map.of();
    }

    /** @throws IllegalArgumentException for a parameter that the problem does not have, or a value out of range */
    default Problem with(Map<String, Double> given) {
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(
                    name() + " has no parameters: " + String.join(", ", given.keySet()) + " cannot be set");
        }
        return this;
    }

    /** Equal for equal problems: results are kept under it. */
    default String identity() {
        return name() + new TreeMap<>(parameters());
    }
}
