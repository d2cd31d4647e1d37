package io.emphatic.lab;

import io.emphatic.Algorithm;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What target and behaviour policy together say about the parameters of an algorithm: ψ₀ and ψ_max of ABTD.
 *
 * <pre>
 *   ψ₀ = 1/max max(π, μ)     ψ_max = 1/min max(π, μ)     over the (s, a) with max(π, μ) &gt; 0
 * </pre>
 *
 * An {@linkplain Mdp#isEnd end} does not count: a policy that a file gives it decides nothing.
 */
public record PolicyProbabilities(double psi0, double psiMax) {
    /** Of policies that are not known as a whole, or where no state counts: nothing is decided. */
    public static final PolicyProbabilities UNKNOWN = new PolicyProbabilities(Double.NaN, Double.NaN);

    /** @param states those that the question learns from */
    public static PolicyProbabilities of(Mdp mdp, Question question, IntPredicate states) {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int s = 0; s < mdp.states().size(); s++) {
            boolean counts = states.test(s) && !mdp.isEnd(s);
            for (int a = 0; a < mdp.actions().size() && counts; a++) {
                double larger = Math.max(question.policy()[s][a], mdp.behaviour()[s][a]);
                largest = Math.max(largest, larger);
                smallest = larger > 0 ? Math.min(smallest, larger) : smallest;
            }
        }
        return largest > 0 ? new PolicyProbabilities(1 / largest, 1 / smallest) : UNKNOWN;
    }

    /** These parameters, and those that the policies decide where the algorithm has them and they are not given. */
    public Map<String, Double> complete(Algorithm algorithm, Map<String, Double> given) {
        Map<String, Double> parameters = new LinkedHashMap<>(given);
        if (equals(UNKNOWN)) {
            return parameters;
        }
        algorithm.parameters().forEach(parameter -> {
            switch (parameter.name()) {
                case "psi0" -> parameters.putIfAbsent("psi0", psi0);
                case "psi_max" -> parameters.putIfAbsent("psi_max", psiMax);
                default -> {}
            }
        });
        return parameters;
    }
}
