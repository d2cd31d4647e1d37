package io.emphatic.lab.theory;

import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
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
 * The right-hand forms are the ones computed: they are zero exactly where the theory is zero (m where λ = 1 and i = 0;
 * the column of P^λ of a state with λ = 1), and P^λ itself is never formed.
 */
public final class Theory {
    /** Beyond this, the dense matrices no longer fit an ordinary machine or an ordinary patience. */
    public static final int MOST_STATES = 3000;

    private final Mdp mdp;
    private final Question question;
    private final Dynamics dynamics;
    private final BehaviourChain chain;
    private final DMatrixRMaj p;
    private final double[] d;
    private final double[] cared;
    private final double[] value;
    private final double[] emphasis;
    private final BellmanEquation equation;
    private final Map<String, Solution> solutions = new ConcurrentHashMap<>();
    private final Map<Double, Boolean> convergingBetas = new ConcurrentHashMap<>();
    private FollowOn followOn;
    private MeanUpdate td;
    private MeanUpdate etd;
    private Gradient gradient;

    /**
     * The theory of one question.
     *
     * @throws IllegalArgumentException if there is none; the message says why
     */
    public static Theory of(Mdp mdp, Question question) {
        checkSize(mdp);
        Dynamics dynamics = new Dynamics(mdp);
        return new Theory(mdp, question, dynamics, new BehaviourChain(mdp, dynamics));
    }

    /** That of every question of an MDP, in order; they share the behaviour's chain. */
    public static List<Theory> of(Mdp mdp) {
        checkSize(mdp);
        Dynamics dynamics = new Dynamics(mdp);
        BehaviourChain chain = new BehaviourChain(mdp, dynamics);
        List<Theory> theories = new ArrayList<>();
        for (Question question : mdp.questions()) {
            theories.add(new Theory(mdp, question, dynamics, chain));
        }
        return theories;
    }

    private static void checkSize(Mdp mdp) {
        if (mdp.states().size() > MOST_STATES) {
            throw new IllegalArgumentException(mdp.name() + " has "
                    + mdp.states().size() + " states; the exact theory is computed for at most " + MOST_STATES);
        }
    }

    private Theory(Mdp mdp, Question question, Dynamics dynamics, BehaviourChain chain) {
        this.mdp = mdp;
        this.question = question;
        this.dynamics = dynamics;
        this.chain = chain;
        this.p = dynamics.transitions(question.policy());
        this.d = chain.stationary();
        int n = d.length;
        int[] endless = dynamics.endless(question, question.discount());
        if (endless.length > 0) {
            throw new IllegalArgumentException(Sentence.target(mdp, question) + " has no values: it never leaves "
                    + Sentence.states(mdp, endless) + ", where the discount is 1 throughout"
                    + "\nLet one of these states end, or have a discount below 1 (assumption 1(i) of the paper)");
        }
        double[] rewards = dynamics.rewards(question);
        double[] gamma = question.discount();
        double[] lambda = question.lambda();
        this.cared = new double[n];
        for (int s = 0; s < n; s++) {
            cared[s] = d[s] * question.interest()[s];
        }
        this.value = Linear.solve(Linear.identityMinus(p, gamma), rewards);
        if (!Arrays.stream(value).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    Sentence.target(mdp, question) + " has values too large for a double: its rewards are too large");
        }
        this.emphasis = Emphasis.of(p, gamma, lambda, cared);
        this.equation = BellmanEquation.of(p, gamma, lambda, rewards, mdp.features());
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
        if (mdp.start().length == 0) {
            return Double.NaN;
        }
        double sum = 0;
        for (int s = 0; s < value.length; s++) {
            sum += mdp.start()[s] * value[s];
        }
        return sum;
    }

    /** m, the expected emphasis of ETD(λ) on each state (paper, eq. for m in §4). */
    public double[] emphasis() {
        return emphasis.clone();
    }

    /** Whether the variance of the follow-on trace is finite. */
    public synchronized FollowOn followOn() {
        if (followOn == null) {
            followOn = FollowOn.of(dynamics, chain, question);
        }
        return followOn;
    }

    /** The names that {@link #solution} knows, in the order of the registry. */
    public static List<String> algorithms() {
        return List.of("td", "interest-td", "etd", "etd-beta", "gtd");
    }

    /**
     * What an algorithm would do: {@code td}, {@code interest-td}, {@code etd}, {@code etd-beta} with its default β, or
     * {@code gtd}, which stands for the gradient family.
     */
    public Solution solution(String algorithm) {
        return solutions.computeIfAbsent(algorithm, this::compute);
    }

    private Solution compute(String algorithm) {
        return switch (algorithm) {
            case "td" -> describe(algorithm, this::td, Double.NaN);
            case "interest-td" -> describe(algorithm, () -> mean(cared), Double.NaN);
            case "etd" -> describe(algorithm, this::etd, Double.NaN);
            case "etd-beta" -> etdBeta(defaultBeta());
            case "gtd" ->
                uncoveredWhereVisited().isEmpty()
                        ? Solution.of(
                                this,
                                algorithm,
                                td(),
                                gradient().stability(),
                                gradient().stability().stable(),
                                Verdict.gradient(this, td(), gradient()))
                        : Solution.undefined(this, algorithm, Verdict.uncovered(this, algorithm));
            default ->
                throw new IllegalArgumentException(
                        "the theory knows " + String.join(", ", algorithms()) + ", not " + algorithm);
        };
    }

    /** The β that {@code etd-beta} has by default in the registry. */
    public static double defaultBeta() {
        return Algorithms.named("etd-beta").parameters().stream()
                .filter(parameter -> parameter.name().equals("beta"))
                .mapToDouble(Parameter::defaultValue)
                .findFirst()
                .orElseThrow();
    }

    /** What ETD(λ,β) (Hallak et al. 2016) would do. With β = 1 on a task without end it is not defined. */
    public Solution etdBeta(double beta) {
        if (!(beta >= 0 && beta <= 1)) {
            throw new IllegalArgumentException("beta is not in the interval [0, 1]: " + beta);
        }
        int[] endless = dynamics.endless(question, decay(beta));
        return endless.length == 0
                ? describe("etd-beta", () -> etdBetaMean(beta), beta)
                : Solution.undefined(this, "etd-beta", Verdict.endless(this, beta, endless));
    }

    public boolean etdBetaConverges(double beta) {
        return convergingBetas.computeIfAbsent(beta, b -> etdBetaMean(b).converges());
    }

    private MeanUpdate etdBetaMean(double beta) {
        return mean(Emphasis.of(p, decay(beta), question.lambda(), cared));
    }

    /** β where γ &gt; 0: what cuts the trace still does. */
    private double[] decay(double beta) {
        return Arrays.stream(question.discount())
                .map(gamma -> gamma > 0 ? beta : 0)
                .toArray();
    }

    private Solution describe(String name, Supplier<MeanUpdate> update, double beta) {
        if (!uncoveredWhereVisited().isEmpty()) {
            return Solution.undefined(this, name, Verdict.uncovered(this, name));
        }
        MeanUpdate mean = update.get();
        return Solution.of(this, name, mean, mean.stability(), mean.converges(), Verdict.of(this, name, beta, mean));
    }

    /** With the emphasis as a weight. */
    synchronized MeanUpdate etd() {
        if (etd == null) {
            etd = mean(emphasis);
        }
        return etd;
    }

    private synchronized MeanUpdate td() {
        if (td == null) {
            td = mean(d);
        }
        return td;
    }

    private synchronized Gradient gradient() {
        if (gradient == null) {
            gradient = Gradient.of(td(), covariance());
        }
        return gradient;
    }

    double gradientEta() {
        return gradient().eta();
    }

    /** What the target does and the behaviour never, as "go in left". */
    List<String> uncovered() {
        return dynamics.uncovered(question, s -> true);
    }

    /** The same in visited states alone: elsewhere no update comes from, and none bootstraps from there. */
    public List<String> uncoveredWhereVisited() {
        return dynamics.uncovered(question, s -> d[s] > 0);
    }

    public boolean isEnd(int s) {
        return dynamics.isEnd(s);
    }

    /** d_{μ,i}. */
    double[] cared() {
        return cared.clone();
    }

    private MeanUpdate mean(double[] weighting) {
        return equation.mean(weighting);
    }

    /** C = ΦᵀD_μΦ. */
    DMatrixRMaj covariance() {
        return equation.covariance(d);
    }

    BehaviourChain chain() {
        return chain;
    }
}
