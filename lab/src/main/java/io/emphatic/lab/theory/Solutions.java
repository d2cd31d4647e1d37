package io.emphatic.lab.theory;

import io.emphatic.Abtd;
import io.emphatic.Algorithm;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Config.ExactStates;
import io.emphatic.EtdBeta;
import io.emphatic.GradientTd;
import io.emphatic.Gtd;
import io.emphatic.Gtd2;
import io.emphatic.LcEtd;
import io.emphatic.LeastSquares;
import io.emphatic.OwnEngine;
import io.emphatic.PerEtd;
import io.emphatic.Pgtd2;
import io.emphatic.TreeBackup;
import io.emphatic.TruncatedEtd;
import io.emphatic.Vtrace;
import io.emphatic.WeightedTd;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.GradientUpdate.Gradient;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What each algorithm would do on one question: which mean update it has, and what else has to hold. */
final class Solutions {
    private final SolvedQuestion solved;
    private final Map<Object, Solution> known = new ConcurrentHashMap<>();

    Solutions(SolvedQuestion solved) {
        this.solved = solved;
    }

    /** Whether there is a theory of an algorithm: one from outside need not have any. */
    static boolean knows(Config config) {
        return config.algorithm().fixedPoint() != FixedPoint.UNKNOWN || isCut(config);
    }

    /** The algorithms of which there is a theory, in the order of the registry. */
    static List<Algorithm> algorithms() {
        return Algorithms.all().stream()
                .filter(algorithm -> knows(algorithm.configure(Map.of())))
                .toList();
    }

    /** Whether something other than the ratio cuts the trace or the update. */
    private static boolean isCut(Config config) {
        return config instanceof TreeBackup || config instanceof Vtrace || config instanceof Abtd;
    }

    Solution of(Algorithm algorithm, Map<String, Double> parameters) {
        return known.computeIfAbsent(Map.entry(algorithm, Map.copyOf(parameters)), key -> {
            Map<String, Double> complete = PolicyProbabilities.of(solved.mdp(), solved.question(), s -> true)
                    .complete(algorithm, parameters);
            return of(algorithm.configure(complete), parameters.containsKey("eta"));
        });
    }

    /** Of an algorithm that weighs states by its emphasis; null if it is not defined. */
    FixedPointError error(Config config) {
        return whyUndefined(config) == null ? FixedPointError.of(solved, config, emphasised(config)) : null;
    }

    /** Why an algorithm has no mean update; null if it has one. */
    private Convergence whyUndefined(Config config) {
        // finite caps need no coverage: an action that is never taken has no ratio to cap
        boolean capped = config instanceof Vtrace vtrace && Double.isFinite(vtrace.ratioCap());
        if (config instanceof EtdBeta etdBeta && solved.endless(etdBeta.beta()).length > 0) {
            return Convergence.ENDLESS;
        }
        return capped || solved.uncoveredWhereVisited().isEmpty() ? null : Convergence.UNCOVERED;
    }

    private Solution of(Config config, boolean etaGiven) {
        if (!knows(config)) {
            throw new IllegalArgumentException("the theory knows "
                    + algorithms().stream().map(Algorithm::name).collect(Collectors.joining(", ")) + ", not "
                    + config.algorithm());
        }
        Convergence undefined = whyUndefined(config);
        if (undefined != null) {
            return Solution.undefined(solved, config, undefined);
        }
        if (config instanceof GradientTd gradient) {
            return gradient(gradient, etaGiven);
        }
        return isCut(config) ? Solution.of(solved, config, cutMean(config)) : weighting(config);
    }

    /** The families whose A is ΦᵀW(I − P^λ)Φ and whose weights follow θ̇ = b − Aθ, or solve Aθ = b. */
    private Solution weighting(Config config) {
        if (LearnedFollowOn.isIn(config)) {
            LearnedFollowOn learned = LearnedFollowOn.of(solved, config);
            return Double.isNaN(learned.followOn()[0])
                    ? Solution.undefined(solved, config, Convergence.SINGULAR)
                    : learned.solution(solved, config, emphasised(config));
        }
        if (hasOwnEmphasis(config)) {
            return Solution.of(solved, config, emphasised(config));
        }
        MeanUpdate mean = solved.mean(config.algorithm().fixedPoint());
        if (config instanceof LeastSquares) {
            return Solution.of(solved, config, mean, Convergence.ofRegular(mean), Double.NaN);
        }
        if (config instanceof OwnEngine && !(config instanceof WeightedTd)) {
            // the dutch trace depends on the step size: only for small steps is it that of the plain algorithm
            return Solution.of(solved, config, mean, Convergence.of(mean), Double.NaN);
        }
        if (config instanceof WeightedTd) {
            WeightedSolution own = solved.weighted(config.algorithm());
            return Solution.of(solved, config, mean, own.fixedPoint(), own.rate(), own.convergence(), Double.NaN);
        }
        return Solution.of(solved, config, mean);
    }

    MeanUpdate emphasised(Config config) {
        Question question = solved.question();
        if (config instanceof TruncatedEtd truncated) {
            return solved.weightedBy(FollowOnForm.truncatedEmphasis(
                    solved.question(), solved.cared, solved.transitions(), truncated.horizon()));
        }
        if (config instanceof PerEtd perEtd) {
            return new RestartedTrace(solved, perEtd).mean();
        }
        if (config instanceof EtdBeta || config instanceof LcEtd) {
            return solved.weightedBy(FollowOnForm.of(config, solved.question(), solved::starts)
                    .emphasis(solved.cared, solved.transitions()));
        }
        if (LearnedFollowOn.isIn(config)) {
            return solved.weightedBy(Linear.times(
                    solved.stationary(), LearnedFollowOn.of(solved, config).emphasis(solved)));
        }
        double[] own = config.emphasis(new ExactStates(
                solved.transitions().get2DData(),
                solved.stationary(),
                question.interest(),
                question.discount(),
                question.lambda(),
                solved.mdp().features()));
        if (own.length != question.interest().length || !Arrays.stream(own).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(config.algorithm() + " does not name a finite emphasis for each of "
                    + question.interest().length + " states: " + Arrays.toString(own));
        }
        return solved.weightedBy(own);
    }

    private static boolean hasOwnEmphasis(Config config) {
        return config instanceof EtdBeta || config.algorithm().fixedPoint() == FixedPoint.OWN;
    }

    /** A = ΦᵀD_μ(I − CT)⁻¹(K − P_κΓ)Φ: both policies are in the key matrix. */
    private MeanUpdate cutMean(Config config) {
        Mdp mdp = solved.mdp();
        TraceFactors factors = TraceFactors.of(config, mdp, solved.question());
        return BellmanEquation.of(solved.dynamics, solved.question(), factors, mdp.features())
                .mean(solved.stationary());
    }

    private Solution gradient(GradientTd config, boolean etaGiven) {
        MeanUpdate td = solved.mean(FixedPoint.VISITS);
        GradientUpdate update = update(config);
        Gradient gradient = Gradient.of(td, update, etaGiven ? config.eta() : Double.NaN);
        boolean descends = config instanceof Gtd || config instanceof Gtd2 || config instanceof Pgtd2;
        Convergence why = Convergence.of(td, gradient, update.pull() != 0, descends, etaGiven);
        Map<String, Double> parameters = new HashMap<>(config.parameters());
        parameters.put("eta", gradient.eta());
        // with a half step the expected update is not linear in the step size
        double stepSize =
                config instanceof Pgtd2 ? Double.NaN : gradient.stability().largestStepSize();
        Config complete = config.algorithm().configure(parameters);
        double[] theta = limit(complete, new double[td.b.numRows]);
        return Solution.of(solved, complete, td, theta, td.stability().minReal(), why, stepSize);
    }

    /** Where the mean ODE ends from these weights; of the gradient family, from w = 0. */
    double[] limit(Config config, double[] from) {
        if (hasOwnEmphasis(config)) {
            return emphasised(config).limit(from);
        }
        if (config instanceof GradientTd gradient
                && gradient.eta() == 0
                && update(gradient).pull() == 0) {
            return from.clone(); // θ follows w alone, which stays at 0
        }
        return isCut(config)
                ? cutMean(config).limit(from)
                : solved.mean(config.algorithm().fixedPoint()).limit(from);
    }

    GradientUpdate update(GradientTd config) {
        return GradientUpdate.of(config, solved.mean(FixedPoint.VISITS).a, solved.covariance(), solved.behaviourMean());
    }
}
