package io.emphatic.lab.theory;

import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The exact theory of one question on one finite MDP: Mahmood, Yu, White &amp; Sutton (2015), §4; {@code docs/ALGORITHMS.md} §5.
 *
 * <pre>
 *   v_π = (I − P_πΓ)⁻¹ r_π       K = (I − P_πΓΛ)⁻¹       P^λ = I − K(I − P_πΓ) = K P_πΓ(I − Λ)       r^λ = K r_π
 *   fᵀ = d_{μ,i}ᵀ (I − P_πΓ)⁻¹    mᵀ = d_{μ,i}ᵀ (I − P^λ)⁻¹ = λ∘d_{μ,i} + (1 − λ)∘f
 *   A = ΦᵀW(I − P^λ)Φ            b = ΦᵀW r^λ            with W = diag of d_μ (TD), d_{μ,i} (interest TD), m (ETD)
 * </pre>
 *
 * The right-hand forms are the ones computed: they are zero exactly where the theory is zero (m where λ = 1 and i = 0; the column of
 * P^λ of a state with λ = 1), and P^λ itself is never formed.
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
    private final DMatrixRMaj phi;
    /** (I − P^λ)Φ. */
    private final DMatrixRMaj bellmanPhi;
    /** r^λ. */
    private final DMatrixRMaj lambdaRewards;

    private final Map<String, Solution> solutions = new ConcurrentHashMap<>();
    private final Map<Double, Boolean> convergingBetas = new ConcurrentHashMap<>();
    private FollowOn followOn;
    private MeanUpdate td;
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
            throw new IllegalArgumentException("target " + question.name() + " has no values: it never leaves "
                    + Sentence.states(mdp, endless) + ", where the discount is 1 throughout"
                    + "\nLet one of these states end, or have a discount below 1 (assumption 1(i) of the paper)");
        }
        double[] rewards = dynamics.rewards(question);
        double[] gamma = question.discount();
        double[] lambda = question.lambda();
        double[] gammaLambda = new double[n];
        double[] bootstrap = new double[n];
        this.cared = new double[n];
        for (int s = 0; s < n; s++) {
            gammaLambda[s] = gamma[s] * lambda[s];
            bootstrap[s] = gamma[s] * (1 - lambda[s]);
            cared[s] = d[s] * question.interest()[s];
        }
        this.value = Linear.solve(Linear.identityMinus(p, gamma), rewards);
        this.emphasis = Emphasis.of(p, gamma, lambda, cared);

        this.phi = new DMatrixRMaj(mdp.features());
        // (I − P^λ)Φ = Φ − K PΓ(I − Λ)Φ and r^λ = K r_π, with one factorisation of K⁻¹ = I − PΓΛ
        DMatrixRMaj bootstrapped = phi.copy();
        CommonOps_DDRM.multRows(bootstrap, bootstrapped);
        DMatrixRMaj right = new DMatrixRMaj(n, phi.numCols + 1);
        CommonOps_DDRM.insert(Linear.multiply(p, bootstrapped), right, 0, 0);
        CommonOps_DDRM.insert(Linear.column(rewards), right, 0, phi.numCols);
        DMatrixRMaj solved = Linear.solve(Linear.identityMinus(p, gammaLambda), right);
        this.bellmanPhi = CommonOps_DDRM.subtract(phi, CommonOps_DDRM.extract(solved, 0, n, 0, phi.numCols), null);
        this.lambdaRewards = CommonOps_DDRM.extractColumn(solved, phi.numCols, null);
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
            followOn = FollowOn.of(dynamics, question);
        }
        return followOn;
    }

    /** The names that {@link #solution} knows, in the order of the registry. */
    public static List<String> algorithms() {
        return List.of("td", "interest-td", "etd", "etd-beta", "gtd");
    }

    /**
     * What an algorithm would do: {@code td}, {@code interest-td}, {@code etd}, {@code etd-beta} with its default β, or {@code gtd}, which
     * stands for the gradient family.
     */
    public Solution solution(String algorithm) {
        return solutions.computeIfAbsent(algorithm, this::compute);
    }

    private Solution compute(String algorithm) {
        return switch (algorithm) {
            case "td" -> describe(algorithm, td(), Double.NaN);
            case "interest-td" -> describe(algorithm, mean(cared), Double.NaN);
            case "etd" -> describe(algorithm, mean(emphasis), Double.NaN);
            case "etd-beta" -> etdBeta(defaultBeta());
            case "gtd" ->
                describe(
                        algorithm,
                        td(),
                        gradient().stability().stable(),
                        gradient().stability(),
                        Verdict.gradient(this, td(), gradient()));
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

    /** What ETD(λ,β) (Hallak et al. 2016) would do. */
    public Solution etdBeta(double beta) {
        return describe("etd-beta", etdBetaMean(beta), beta);
    }

    boolean etdBetaConverges(double beta) {
        return convergingBetas.computeIfAbsent(beta, b -> etdBetaMean(b).converges());
    }

    private MeanUpdate etdBetaMean(double beta) {
        if (!(beta >= 0 && beta <= 1)) {
            throw new IllegalArgumentException("beta is not in the interval [0, 1]: " + beta);
        }
        double[] decay = question.discount().clone();
        for (int s = 0; s < decay.length; s++) {
            decay[s] = decay[s] > 0 ? beta : 0;
        }
        int[] endless = dynamics.endless(question, decay);
        if (endless.length > 0) {
            throw new IllegalArgumentException("with beta = " + beta + " the follow-on trace of target "
                    + question.name() + " grows for ever: it never leaves " + Sentence.states(mdp, endless)
                    + "\nTake a beta below 1");
        }
        return mean(Emphasis.of(p, decay, question.lambda(), cared));
    }

    private Solution describe(String name, MeanUpdate mean, double beta) {
        return describe(name, mean, mean.converges(), mean.stability(), Verdict.of(this, name, beta, mean));
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

    List<String> uncovered() {
        return dynamics.uncovered(question);
    }

    /** A = ΦᵀW(I − P^λ)Φ, b = ΦᵀWr^λ. */
    private MeanUpdate mean(double[] weighting) {
        DMatrixRMaj weighted = phi.copy();
        CommonOps_DDRM.multRows(weighting, weighted);
        return new MeanUpdate(
                phi,
                weighting,
                Linear.multiplyTransposed(weighted, bellmanPhi),
                Linear.multiplyTransposed(weighted, lambdaRewards));
    }

    /** C = ΦᵀD_μΦ. */
    DMatrixRMaj covariance() {
        DMatrixRMaj weighted = phi.copy();
        CommonOps_DDRM.multRows(d, weighted);
        return Linear.multiplyTransposed(weighted, phi);
    }

    BehaviourChain chain() {
        return chain;
    }

    private Solution describe(String name, MeanUpdate mean, boolean converges, Stability update, String verdict) {
        double[] theta = mean.fixedPoint();
        double[] prediction = Linear.multiply(phi, Linear.column(theta)).data;
        Errors errors = Errors.of(prediction, value, d, cared);
        return new Solution(
                name,
                Linear.rows(mean.a()),
                mean.b().data,
                mean.rank(),
                theta,
                mean.minSymmetricEigenvalue(),
                mean.stability().minReal(),
                converges,
                converges ? update.largestStepSize() : Double.NaN,
                prediction,
                errors.rmse(),
                errors.interestRmse(),
                errors.interestWeightedError(),
                mean.untouched().mapToObj(mdp.featureNames()::get).toList(),
                verdict);
    }
}
