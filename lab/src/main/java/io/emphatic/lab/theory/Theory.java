package io.emphatic.lab.theory;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Config;
import io.emphatic.GradientTd;
import io.emphatic.OneTrace;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
public final class Theory extends SolvedQuestion {
    /** The largest number of states: a dense matrix of 3000 states takes 72 MB, and the time of a solve is cubic. */
    public static final int MOST_STATES = 3000;

    final Solutions solutions;
    private FollowOn followOn;

    private Theory(Mdp mdp, Question question, Dynamics dynamics, BehaviourChain chain) {
        super(mdp, question, dynamics, chain);
        this.solutions = new Solutions(this);
    }

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

    /** Of ETD(λ); whether its variance is finite, and with which β it would be. */
    public synchronized FollowOn followOn() {
        if (followOn == null) {
            followOn = FollowOn.of(dynamics, chain, question());
        }
        return followOn;
    }

    /** The algorithms that {@link #solution} knows, in the order of the registry: all that come with the product. */
    public static List<Algorithm> algorithms() {
        return Solutions.algorithms();
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
     * The error of an algorithm with an emphasis of its own and these parameters, for a curve; null where undefined.
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

    /** The rank of A of ETD(λ): how many dimensions the features of emphasised states span. */
    public int emphasisedRank() {
        return mean(FixedPoint.EMPHASIS).rank();
    }

    /** The actions that the target takes and the behaviour never does, as "go in left". */
    public List<String> uncovered() {
        return dynamics.uncovered(question(), s -> true);
    }

    /** The states, ends aside, that the behaviour does not visit again and again. */
    public int[] neverVisited() {
        double[] stationary = stationary();
        return IntStream.range(0, mdp().states().size())
                .filter(s -> stationary[s] == 0 && !isEnd(s))
                .toArray();
    }

    /** The sets of states that the behaviour never leaves once it is there. */
    public List<int[]> closedSets() {
        return chain.closed;
    }
}
