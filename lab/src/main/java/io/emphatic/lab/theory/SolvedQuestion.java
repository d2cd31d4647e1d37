package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.WisGtd;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ejml.data.DMatrixRMaj;

/** What a {@link Theory} knows of its question before it looks at an algorithm: values, weightings, mean updates. */
abstract class SolvedQuestion {
    private final Mdp mdp;
    private final Question question;
    final Dynamics dynamics;
    final BehaviourChain chain;
    private final DMatrixRMaj p;
    private final double[] d;
    final double[] cared; // d_{μ,i}

    private final double[] value;
    private final double[] emphasis;
    private final BellmanEquation equation;
    private final Map<Algorithm, WeightedSolution> weighted = new ConcurrentHashMap<>();
    private final Map<FixedPoint, MeanUpdate> means = new ConcurrentHashMap<>();

    private DMatrixRMaj behaviourMean;

    SolvedQuestion(Mdp mdp, Question question, Dynamics dynamics, BehaviourChain chain) {
        this.mdp = mdp;
        this.question = question;
        this.dynamics = dynamics;
        this.chain = chain;
        this.p = dynamics.transitions(question.policy());
        this.d = chain.stationary;
        int[] endless = dynamics.endless(question, question.discount());
        if (endless.length > 0) {
            throw new IllegalArgumentException(Naming.target(mdp, question) + " has no values: it never leaves "
                    + Naming.states(mdp, endless) + ", where the discount is 1 throughout"
                    + "\nLet one of these states end, or have a discount below 1 (assumption 1(i) of the paper)");
        }
        double[] rewards = dynamics.rewards(question);
        double[] gamma = question.discount();
        double[] lambda = question.lambda();
        this.cared = Linear.times(d, question.interest());
        this.value = LuFactors.of(Linear.identityMinus(p, gamma)).solve(rewards);
        if (!Arrays.stream(value).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    Naming.target(mdp, question) + " has values too large for a double: its rewards are too large");
        }
        this.emphasis = FollowOnForm.decaying(question, gamma).emphasis(cared, p);
        this.equation = BellmanEquation.of(p, gamma, lambda, rewards, mdp.features());
    }

    /** The MDP in which the question is asked. */
    public Mdp mdp() {
        return mdp;
    }

    /** What is asked: target policy, cumulant, γ, λ and interest. */
    public Question question() {
        return question;
    }

    /** d_μ: how often the behaviour visits each state. */
    public double[] stationary() {
        return d.clone();
    }

    /** v_π. */
    public double[] value() {
        return value.clone();
    }

    /** v_π averaged over the start; NaN if the MDP does not say where it starts. */
    public double valueAtStart() {
        return mdp.start().length == 0 ? Double.NaN : Linear.dot(mdp.start(), value);
    }

    /** m, the expected emphasis of ETD(λ) on each state (paper, eq. for m in §4). */
    public double[] emphasis() {
        return emphasis.clone();
    }

    /** What the algorithms of weighted importance sampling would do. */
    public List<WeightedSolution> weighted() {
        return Algorithms.all().stream()
                .filter(algorithm -> algorithm.family() == Family.WEIGHTED)
                .map(this::weighted)
                .toList();
    }

    /** What one of these would do. */
    public WeightedSolution weighted(Algorithm algorithm) {
        return weighted.computeIfAbsent(algorithm, this::solve);
    }

    private WeightedSolution solve(Algorithm algorithm) {
        if (!uncoveredWhereVisited().isEmpty()) {
            return WeightedSolution.undefined(algorithm, mdp.featureNames().size());
        }
        boolean gradient = algorithm.configure(Map.of()) instanceof WisGtd;
        double[] weighting = algorithm.fixedPoint() == FixedPoint.EMPHASIS ? emphasis : d;
        return WeightedSolution.of(algorithm, gradient, equation, weighting, d);
    }

    /** The states that the target never leaves and in which the follow-on trace of ETD(λ,β) grows without bound. */
    public int[] endless(double beta) {
        return dynamics.endless(question, FollowOnForm.decay(question, beta));
    }

    MeanUpdate weightedBy(double[] emphasis) {
        return equation.mean(emphasis);
    }

    /** How often a step starts in each state with nothing before it: d_μ − P_μᵀd_μ. */
    double[] starts() {
        double[] arrived = Linear.multiplyTransposed(dynamics.transitions(mdp.behaviour()), d);
        return Linear.numbers(d.length, s -> d[s] - arrived[s] > 1e-12 * d[s] ? d[s] - arrived[s] : 0);
    }

    /** P_π. Not to be modified. */
    DMatrixRMaj transitions() {
        return p;
    }

    /** A and b with the weighting of a fixed point that is the same for every parameter. */
    MeanUpdate mean(FixedPoint fixedPoint) {
        return means.computeIfAbsent(
                fixedPoint,
                absent -> equation.mean(
                        switch (absent) {
                            case VISITS -> d;
                            case INTEREST -> cared;
                            case EMPHASIS -> emphasis;
                            default -> throw new IllegalArgumentException("no weighting of its own: " + absent);
                        }));
    }

    /** A of TD(λ) for the behaviour itself, with the γ and λ of the question. */
    synchronized DMatrixRMaj behaviourMean() {
        if (behaviourMean == null) {
            double[] none = new double[d.length];
            DMatrixRMaj pMu = dynamics.transitions(mdp.behaviour());
            // what is not visited does not count, and need not have an inverse
            double[] lambda = Linear.numbers(d.length, s -> d[s] > 0 ? question.lambda()[s] : 0);
            behaviourMean = BellmanEquation.of(pMu, question.discount(), lambda, none, mdp.features())
                    .mean(d)
                    .a;
        }
        return behaviourMean;
    }

    /** The uncovered actions in visited states: no update comes from others, and none bootstraps from them. */
    public List<String> uncoveredWhereVisited() {
        return dynamics.uncovered(question, s -> d[s] > 0);
    }

    /** Whether a state is an end, as {@link Mdp#isEnd} has it. */
    public boolean isEnd(int s) {
        return dynamics.isEnd(s);
    }

    /** C = ΦᵀD_μΦ. */
    DMatrixRMaj covariance() {
        return equation.covariance(d);
    }
}
