package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.LcEtd;
import io.emphatic.Parameter;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import io.emphatic.lab.Threads;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.TraceMoments;
import io.emphatic.lab.theory.WeightedSolution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** The theory of every question of an MDP, ready to be shown; paths of the mean ODE start at the initial weights. */
public record Explanation(
        Mdp mdp,
        double[] initialWeights,
        List<Assumption> assumptions,
        double[] stationary,
        List<PolicyExplanation> targets) {
    /** The parameters that decide where an algorithm goes and whether it gets there; the theory knows no others. */
    public static final List<String> PARAMETERS =
            List.of("beta horizon period kind trace_cap ratio_cap zeta psi0 psi_max eta regularization".split(" "));

    /** The theory of one question, with the solution of each algorithm. */
    public record PolicyExplanation(Theory theory, List<Solution> solutions, Optional<TradeOff> tradeOff) {
        /** With more states, the moments of the traces are computed only on request. */
        static final int MOST_STATES = 300;

        /** E‖e‖² of each algorithm. Other families have td's or etd's trace; that of the weighted one is not known. */
        double[] moments() {
            boolean few = theory.mdp().states().size() <= MOST_STATES || tradeOff.isPresent();
            Map<FixedPoint, Double> plain = new EnumMap<>(FixedPoint.class);
            return solutions.stream()
                    .mapToDouble(solution -> {
                        FixedPoint shared = solution.algorithm().fixedPoint();
                        if (!few || !solution.defined() || solution.family() == Family.WEIGHTED) {
                            return Double.NaN;
                        }
                        if (solution.family() != Family.ONE_TRACE && solution.family() != Family.OWN) {
                            return plain.getOrDefault(shared, Double.NaN);
                        }
                        TraceMoments moments = theory.moments(solution.config());
                        double trace = moments == null ? Double.NaN : moments.trace();
                        plain.putIfAbsent(shared, trace);
                        return trace;
                    })
                    .toArray();
        }

        /**
         * Of always predicting 0, or the mean of the true values, weighted by visits and interest; infinite for the
         * latter where the states that count have the same features, so that only a constant can be learned.
         */
        double plainError(boolean best) {
            double[] visits = theory.stationary();
            double[] value = theory.value();
            double[] interest = theory.question().interest();
            int[] visited =
                    IntStream.range(0, value.length).filter(s -> visits[s] > 0).toArray();
            boolean cares = Arrays.stream(visited).anyMatch(s -> interest[s] > 0);
            int[] cared = Arrays.stream(visited)
                    .filter(s -> !cares || interest[s] > 0)
                    .toArray();
            double weights = 0;
            double mean = 0;
            double squares = 0;
            for (int s : cared) { // West's update of a weighted mean and of the squares around it
                double weight = visits[s] * (cares ? interest[s] : 1);
                double from = value[s] - mean;
                weights += weight;
                mean += best ? weight / weights * from : 0;
                squares += weight * from * (value[s] - mean);
            }
            double[][] features = theory.mdp().features();
            boolean differ = Arrays.stream(cared).anyMatch(s -> !Arrays.equals(features[s], features[cared[0]]));
            return best && !differ ? Double.POSITIVE_INFINITY : Math.sqrt(squares / weights);
        }

        public String name() {
            return theory.question().name();
        }

        public String verdict(Solution solution) {
            return Verdict.of(theory, solution);
        }

        public String verdict(WeightedSolution weighted) {
            return Verdict.of(theory, theory.solution(weighted.algorithm()));
        }

        public String heading() {
            String target = Naming.target(theory.mdp(), theory.question());
            return "T" + target.substring(1);
        }
    }

    /** This explanation with bias against variance. */
    public Explanation withTradeOffs() {
        List<PolicyExplanation> with = targets.stream()
                .map(target -> new PolicyExplanation(
                        target.theory, target.solutions, Optional.of(TradeOff.of(target.theory, target.solutions))))
                .toList();
        return new Explanation(mdp, initialWeights, assumptions, stationary, with);
    }

    /** How often the last parameter of {@link #of(Mdp, double[], Map, BiPredicate, Runnable)} is run. */
    public static int stepsFor(Mdp mdp) {
        return mdp.questions().size() * Theory.algorithms().size();
    }

    /** The theory is that of learning in every state; ψ₀ and ψ_max are those of the states learned in. */
    public static Explanation of(
            Mdp mdp,
            double[] initialWeights,
            Map<String, Double> parameters,
            BiPredicate<Question, Integer> learned,
            Runnable step) {
        List<Theory> theories = Theory.of(mdp);
        List<PolicyExplanation> targets = new ArrayList<>();
        // most of the time goes into eigenvalues; the algorithms are independent of each other
        try (Threads threads = new Threads(Runtime.getRuntime().availableProcessors())) {
            for (Theory theory : theories) {
                List<Algorithm> algorithms = Theory.algorithms();
                PolicyProbabilities probabilities =
                        PolicyProbabilities.of(mdp, theory.question(), state -> learned.test(theory.question(), state));
                List<Solution> solutions = threads.map(IntStream.range(0, algorithms.size()), k -> {
                    Solution solution = solution(theory, algorithms.get(k), parameters, probabilities);
                    step.run();
                    return solution;
                });
                targets.add(new PolicyExplanation(theory, solutions, Optional.empty()));
            }
        }
        return new Explanation(
                mdp,
                initialWeights.clone(),
                Assumption.of(mdp, theories, learned),
                theories.get(0).stationary(),
                List.copyOf(targets));
    }

    private static Solution solution(
            Theory theory, Algorithm algorithm, Map<String, Double> parameters, PolicyProbabilities probabilities) {
        Map<String, Double> own = new HashMap<>(parameters);
        own.keySet()
                .retainAll(algorithm.parameters().stream().map(Parameter::name).toList());
        if (own.getOrDefault("beta", 0.0) == 1 && algorithm.configure(Map.of()) instanceof LcEtd) {
            own.remove("beta"); // meant for the others: it has none of 1
        }
        return theory.solution(algorithm, probabilities.complete(algorithm, own));
    }
}
