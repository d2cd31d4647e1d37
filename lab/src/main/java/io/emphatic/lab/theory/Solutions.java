package io.emphatic.lab.theory;

import io.emphatic.Abtd;
import io.emphatic.Algorithm;
import io.emphatic.Algorithm.FixedPoint;
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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** What each algorithm would do on one question: which mean update it has, and what else has to hold. */
final class Solutions {
    private static final double ROUNDING = 1e-12;

    private final Theory theory;
    private final Map<Object, Solution> known = new ConcurrentHashMap<>();

    Solutions(Theory theory) {
        this.theory = theory;
    }

    /** Whether there is a theory of an algorithm: one from outside need not have any. */
    static boolean knows(Config config) {
        return config.algorithm().fixedPoint() != FixedPoint.UNKNOWN || isCut(config);
    }

    /** Whether something other than the ratio cuts the trace or the update. */
    private static boolean isCut(Config config) {
        return config instanceof TreeBackup || config instanceof Vtrace || config instanceof Abtd;
    }

    Solution of(Algorithm algorithm, Map<String, Double> parameters) {
        return known.computeIfAbsent(Map.entry(algorithm, Map.copyOf(parameters)), key -> {
            Map<String, Double> complete = PolicyProbabilities.of(theory.mdp(), theory.question(), s -> true)
                    .complete(algorithm, parameters);
            return of(algorithm.configure(complete), parameters.containsKey("eta"));
        });
    }

    /** Of an algorithm that weighs states by its emphasis; null if it is not defined. */
    FixedPointError error(Config config) {
        return whyUndefined(config) == null ? FixedPointError.of(theory, config, emphasised(config)) : null;
    }

    /** Why an algorithm has no mean update; null if it has one. */
    private Convergence whyUndefined(Config config) {
        // finite caps need no coverage: an action that is never taken has no ratio to cap
        boolean capped = config instanceof Vtrace vtrace && Double.isFinite(vtrace.ratioCap());
        if (config instanceof EtdBeta etdBeta && theory.endless(etdBeta.beta()).length > 0) {
            return Convergence.ENDLESS;
        }
        return capped || theory.uncoveredWhereVisited().isEmpty() ? null : Convergence.UNCOVERED;
    }

    private Solution of(Config config, boolean etaGiven) {
        if (!knows(config)) {
            throw new IllegalArgumentException("the theory knows "
                    + Theory.algorithms().stream().map(Algorithm::name).collect(Collectors.joining(", ")) + ", not "
                    + config.algorithm());
        }
        Convergence undefined = whyUndefined(config);
        if (undefined != null) {
            return Solution.undefined(theory, config, undefined);
        }
        if (config instanceof GradientTd gradient) {
            return gradient(gradient, etaGiven);
        }
        return isCut(config) ? Solution.of(theory, config, cutMean(config)) : weighting(config);
    }

    /** The families whose A is ΦᵀW(I − P^λ)Φ and whose weights follow θ̇ = b − Aθ, or solve Aθ = b. */
    private Solution weighting(Config config) {
        if (LearnedFollowOn.isIn(config)) {
            LearnedFollowOn learned = LearnedFollowOn.of(theory, config);
            return Double.isNaN(learned.followOn()[0])
                    ? Solution.undefined(theory, config, Convergence.SINGULAR)
                    : learned.solution(theory, config, emphasised(config));
        }
        if (hasOwnEmphasis(config)) {
            return Solution.of(theory, config, emphasised(config));
        }
        MeanUpdate mean = theory.mean(config.algorithm().fixedPoint());
        if (config instanceof LeastSquares) {
            return Solution.of(theory, config, mean, Convergence.ofRegular(mean), Double.NaN);
        }
        if (config instanceof OwnEngine && !(config instanceof WeightedTd)) {
            // the dutch trace depends on the step size: only for small steps is it that of the plain algorithm
            return Solution.of(theory, config, mean, Convergence.of(mean), Double.NaN);
        }
        if (config instanceof WeightedTd) {
            WeightedSolution own = theory.weighted(config.algorithm());
            return Solution.of(theory, config, mean, own.fixedPoint(), own.rate(), own.convergence(), Double.NaN);
        }
        return Solution.of(theory, config, mean);
    }

    MeanUpdate emphasised(Config config) {
        Question question = theory.question();
        if (config instanceof TruncatedEtd truncated) {
            return theory.weightedBy(FollowOnForm.truncatedEmphasis(theory, truncated.horizon()));
        }
        if (config instanceof PerEtd perEtd) {
            return new RestartedTrace(theory, perEtd).mean();
        }
        if (config instanceof EtdBeta || config instanceof LcEtd) {
            return theory.weightedBy(FollowOnForm.of(config, theory).emphasis(theory));
        }
        if (LearnedFollowOn.isIn(config)) {
            return theory.weightedBy(Linear.times(
                    theory.stationary(), LearnedFollowOn.of(theory, config).emphasis(theory)));
        }
        double[] own = config.emphasis(new ExactStates(
                theory.transitions().get2DData(),
                theory.stationary(),
                question.interest(),
                question.discount(),
                question.lambda(),
                theory.mdp().features()));
        if (own.length != question.interest().length || !Arrays.stream(own).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(config.algorithm() + " does not name a finite emphasis for each of "
                    + question.interest().length + " states: " + Arrays.toString(own));
        }
        return theory.weightedBy(own);
    }

    private static boolean hasOwnEmphasis(Config config) {
        return config instanceof EtdBeta || config.algorithm().fixedPoint() == FixedPoint.OWN;
    }

    /** A = ΦᵀD_μ(I − CT)⁻¹(K − P_κΓ)Φ: both policies are in the key matrix. */
    private MeanUpdate cutMean(Config config) {
        Mdp mdp = theory.mdp();
        TraceFactors factors = TraceFactors.of(config, mdp, theory.question());
        return BellmanEquation.of(theory.dynamics, theory.question(), factors, mdp.features())
                .mean(theory.stationary());
    }

    /** v of π_ρ̄ ∝ min(ρ̄μ, π), the solution of (K − P_κΓ)v = r_κ; empty where that is v_π. */
    double[] cappedValue(Vtrace vtrace) {
        TraceFactors factors = TraceFactors.of(vtrace, theory.mdp(), theory.question());
        if (!changesPolicy(factors)) {
            return new double[0];
        }
        double[] mean = factors.meanUsed();
        DMatrixRMaj system = CommonOps_DDRM.subtract(
                CommonOps_DDRM.diag(Linear.numbers(mean.length, s -> mean[s] > 0 ? mean[s] : 1)),
                Linear.scaledColumns(
                        theory.dynamics.expected(factors.used()),
                        theory.question().discount()),
                null);
        double[] rewards = theory.dynamics.expectedRewards(theory.question(), factors.used());
        double[] value = LuFactors.of(system).solve(rewards);
        return Arrays.stream(value).allMatch(Double::isFinite) ? value : valueWhereVisited(system, rewards);
    }

    /** The values with NaN in the states that are not visited, which no visited one leads to. */
    private double[] valueWhereVisited(DMatrixRMaj system, double[] rewards) {
        double[] d = theory.stationary();
        for (int s = 0; s < d.length; s++) {
            for (int next = 0; next < d.length && d[s] == 0; next++) {
                system.set(s, next, s == next ? 1 : 0);
            }
        }
        double[] value = LuFactors.of(system).solve(rewards);
        Arrays.setAll(value, s -> d[s] > 0 ? value[s] : Double.NaN);
        return value;
    }

    /** Whether μκ, divided by its sum over the actions, differs from π in a state that is visited. */
    private boolean changesPolicy(TraceFactors factors) {
        Mdp mdp = theory.mdp();
        for (int s = 0; s < mdp.states().size(); s++) {
            for (int a = 0; a < mdp.actions().size() && theory.stationary()[s] > 0; a++) {
                double capped = mdp.behaviour()[s][a] * factors.used()[s][a];
                double expected = theory.question().policy()[s][a] * factors.meanUsed()[s];
                if (factors.meanUsed()[s] == 0 || Math.abs(capped - expected) > ROUNDING * factors.meanUsed()[s]) {
                    return true;
                }
            }
        }
        return false;
    }

    private Solution gradient(GradientTd config, boolean etaGiven) {
        MeanUpdate td = theory.mean(FixedPoint.VISITS);
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
        return Solution.of(theory, complete, td, theta, td.stability().minReal(), why, stepSize);
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
                : theory.mean(config.algorithm().fixedPoint()).limit(from);
    }

    GradientUpdate update(GradientTd config) {
        return GradientUpdate.of(config, theory.mean(FixedPoint.VISITS).a, theory.covariance(), theory.behaviourMean());
    }
}
