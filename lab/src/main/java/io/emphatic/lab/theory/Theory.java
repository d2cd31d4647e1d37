package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.GradientTd;
import io.emphatic.OneTrace;
import io.emphatic.WisGtd;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * The exact theory of one question on one finite MDP: Mahmood, Yu, White &amp; Sutton (2015), §4;
 * {@code docs/ALGORITHMS.md} §5.
 *
 * <pre>
 *   v_π = (I − P_πΓ)⁻¹ r_π       K = (I − P_πΓΛ)⁻¹       P^λ = I − K(I − P_πΓ) = K P_πΓ(I − Λ)       r^λ = K r_π
 *   fᵀ = d_{μ,i}ᵀ (I − P_πΓ)⁻¹    mᵀ = d_{μ,i}ᵀ (I − P^λ)⁻¹ = λ∘d_{μ,i} + (1 − λ)∘f
 *   A = ΦᵀW(I − P^λ)Φ            b = ΦᵀW r^λ            with W = diag of d_μ (TD), d_{μ,i} (interest TD), m (ETD)
 * </pre>
 *
 * <pre>
 *   Theory theory = Theory.of(Problems.named("collision").mdp()).get(0);
 *   double[] value = theory.value();                                   // v_π of each state
 *   Solution etd = theory.solution(Algorithms.named("etd"));
 *   etd.converges();                                                   // and etd.fixedPoint(), etd.rmse()
 * </pre>
 *
 * Any number of threads may use it.
 *
 * <p>The right-hand forms are the ones computed: they are zero exactly where the theory is zero (m where λ = 1 and i =
 * 0; the column of P^λ of a state with λ = 1), and P^λ itself is never formed.
 */
public final class Theory {
    /** The largest number of states: a dense matrix of 3000 states takes 72 MB, and the time of a solve is cubic. */
    public static final int MOST_STATES = 3000;

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
    final Solutions solutions;
    private final Map<Algorithm, WeightedSolution> weighted = new ConcurrentHashMap<>();
    private final Map<FixedPoint, MeanUpdate> means = new ConcurrentHashMap<>();

    private FollowOn followOn;
    private DMatrixRMaj behaviourMean;

    /** @throws IllegalArgumentException if the question has no theory; the message says why */
    public static Theory of(Mdp mdp, Question question) {
        return of(mdp, List.of(question)).get(0);
    }

    /** The theory of every question of an MDP, in order; they share the behaviour's chain. */
    public static List<Theory> of(Mdp mdp) {
        return of(mdp, mdp.questions());
    }

    private static List<Theory> of(Mdp mdp, List<Question> questions) {
        if (mdp.states().size() > MOST_STATES) {
            throw new IllegalArgumentException(mdp.name() + " has "
                    + mdp.states().size() + " states; the exact theory is computed for at most " + MOST_STATES);
        }
        Dynamics dynamics = new Dynamics(mdp);
        BehaviourChain chain = new BehaviourChain(mdp, dynamics);
        return questions.stream()
                .map(question -> new Theory(mdp, question, dynamics, chain))
                .toList();
    }

    private Theory(Mdp mdp, Question question, Dynamics dynamics, BehaviourChain chain) {
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
        this.emphasis = FollowOnForm.decaying(question, gamma).emphasis(this);
        this.equation = BellmanEquation.of(p, gamma, lambda, rewards, mdp.features());
        this.solutions = new Solutions(this);
    }

    public Mdp mdp() {
        return mdp;
    }

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

    /** Of ETD(λ); whether its variance is finite, and with which β it would be. */
    public synchronized FollowOn followOn() {
        if (followOn == null) {
            followOn = FollowOn.of(dynamics, chain, question);
        }
        return followOn;
    }

    /** The algorithms that {@link #solution} knows, in the order of the registry: all that come with the product. */
    public static List<Algorithm> algorithms() {
        return Algorithms.all().stream()
                .filter(algorithm -> Solutions.knows(algorithm.configure(Map.of())))
                .toList();
    }

    /** The first algorithm that follows one trace to this fixed point. */
    public static Algorithm algorithm(FixedPoint fixedPoint) {
        return algorithms().stream()
                .filter(known -> known.family() == Family.ONE_TRACE && known.fixedPoint() == fixedPoint)
                .findFirst()
                .orElseThrow();
    }

    /** What one of {@link #algorithms} would do with its default parameters; any other algorithm is refused. */
    public Solution solution(Algorithm algorithm) {
        return solution(algorithm, Map.of());
    }

    /**
     * What one of {@link #algorithms} would do with these parameters; ψ₀ and ψ_max of ABTD come from the two policies,
     * and η is looked for where it is not given.
     */
    public Solution solution(Algorithm algorithm, Map<String, Double> parameters) {
        return solutions.of(algorithm, parameters);
    }

    /**
     * Where the mean ODE of a converging algorithm ends from these weights: elsewhere than from zero if A is singular.
     * Not for weighted importance sampling.
     */
    public double[] limit(Solution solution, double[] from) {
        return solutions.limit(solution.config(), from);
    }

    /**
     * The error of an algorithm with an emphasis of its own and these parameters, which is all that a curve needs; null
     * where it is not defined.
     */
    public FixedPointError error(Algorithm algorithm, Map<String, Double> parameters) {
        return solutions.error(algorithm.configure(parameters));
    }

    /**
     * The second moments of the traces of an algorithm of one trace, exactly, or of the gradient family, which has that
     * of TD; null for any other. It has to be defined; of one from outside they are not known, which is NaN.
     */
    public TraceMoments moments(Config config) {
        boolean isKnown = config instanceof OneTrace || config instanceof GradientTd || LearnedFollowOn.isIn(config);
        return isKnown ? SecondMoments.of(this, config) : null;
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
            return WeightedSolution.undefined(this, algorithm);
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

    /** The rank of A of ETD(λ): how many dimensions the features of emphasised states span. */
    public int emphasisedRank() {
        return mean(FixedPoint.EMPHASIS).rank();
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

    /** The actions that the target takes and the behaviour never does, as "go in left". */
    public List<String> uncovered() {
        return dynamics.uncovered(question, s -> true);
    }

    /**
     * The uncovered actions in visited states only: no update comes from other states, and none bootstraps from them.
     */
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

    /** The states, ends aside, that the behaviour does not visit again and again. */
    public int[] neverVisited() {
        return IntStream.range(0, d.length).filter(s -> d[s] == 0 && !isEnd(s)).toArray();
    }

    /** The sets of states that the behaviour never leaves once it is there. */
    public List<int[]> closedSets() {
        return chain.closed;
    }
}
