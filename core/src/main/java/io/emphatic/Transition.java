package io.emphatic;

/**
 * Everything that one update may use: the step from S<sub>t</sub> to S<sub>t+1</sub>, filled by advancing through time.
 *
 * <pre>
 *   t.start(phi0, lambda0, interest0);               // S₀, with nothing before it
 *   t.action(pi, mu);                                // A₀: π(A₀|S₀) and μ(A₀|S₀); or t.ratio(rho)
 *   t.arrive(reward, phi1, gamma1, lambda1, interest1);   // R₁ and S₁
 *   learner.update(t);
 *   t.action(…); t.arrive(…); learner.update(t);     // what was S₁ is now the current state
 * </pre>
 *
 * The successor of one step <em>becomes</em> the current state of the next, and the ratio of one step the previous ratio of the next.
 * Nobody passes γ<sub>t</sub> beside γ<sub>t+1</sub> or ρ<sub>t−1</sub> beside ρ<sub>t</sub>, so nobody can swap them.
 *
 * <h2>Ending is γ = 0</h2>
 *
 * A state at which the prediction ends is arrived at with γ = 0: nothing beyond is bootstrapped from, and the trace and the
 * follow-on of what came before stop there. If time goes on from that state (the Miner problem of the paper), just go on. If
 * it is terminal, {@code arrive(reward, Features.none(n), 0, 0, 0)} and {@link #start} the next episode: a terminal state takes no
 * time step of its own. A stream that is cut off is simply left, and the next one started.
 *
 * <p>The discount of a start is 0, whatever γ(S₀) may be: γ(s) says what flows on from before s, and before a start there is
 * nothing. That is why {@link #start} takes none, and it is all that restarting takes: every equation of {@code docs/ALGORITHMS.md}
 * carries its memory over through a factor γ<sub>t</sub>.
 *
 * <p>A transition is a reusable carrier: it allocates nothing, and no learner keeps it. Every value is checked when it is given; a
 * refused value leaves the transition as it was.
 */
public final class Transition {
    // The stages are numbers, not an enum: storing a reference twice a step would cost the garbage collector's write
    // barrier twice.
    private static final int EMPTY = 0;
    private static final int STARTED = 1;
    private static final int ACTED = 2;
    private static final int ARRIVED = 3;

    private int stage = EMPTY;

    private final Situation first = new Situation();
    private final Situation second = new Situation();

    private Situation now = first;
    private double gamma; // that of now, but for a start

    private double pi;
    private double mu;
    private double rho;

    private double piPrev;
    private double muPrev;
    private double rhoPrev;

    private double reward;
    private Situation next = second;

    /** The first state of a stream or an episode, with nothing before it: γ = 0 and π = μ = ρ = 0 for the step before. */
    public void start(Features features, double lambda, double interest) {
        Situation.check(features, 0, lambda, interest);
        Situation own = spare();
        own.fill(features, 0, lambda, interest);
        start(own);
    }

    /** The same with a state that was checked before; its discount does not matter here. */
    public void start(Situation state) {
        this.now = state;
        this.gamma = 0;
        this.piPrev = 0;
        this.muPrev = 0;
        this.rhoPrev = 0;
        this.stage = STARTED;
    }

    /**
     * The action taken in the current state.
     *
     * @param target π(A|S), in [0, 1]
     * @param behaviour μ(A|S), in (0, 1]: an action that was taken cannot have had probability 0
     */
    public void action(double target, double behaviour) {
        Check.unit("target probability", target);
        if (!(behaviour > 0 && behaviour <= 1)) {
            throw new IllegalArgumentException(
                    "behaviour probability of an action that was taken is not in the interval (0, 1]: " + behaviour);
        }
        act(target, behaviour, Check.finite("importance_ratio", target / behaviour));
    }

    /** The same when only ρ = π(A|S)/μ(A|S) is known. Tree Backup and ABTD need both probabilities. */
    public void ratio(double importanceRatio) {
        act(Double.NaN, Double.NaN, Check.nonNegative("importance_ratio", importanceRatio));
    }

    private void act(double pi, double mu, double rho) {
        if (stage == EMPTY) {
            throw new IllegalStateException("there is no state to act in: start the transition first");
        }
        if (stage == ARRIVED) {
            advance();
        }
        this.pi = pi;
        this.mu = mu;
        this.rho = rho;
        this.stage = ACTED;
    }

    /** The successor becomes the current state. */
    private void advance() {
        now = next;
        gamma = next.gamma;
        piPrev = pi;
        muPrev = mu;
        rhoPrev = rho;
    }

    /**
     * The reward for the action and the state it led to. After this the step can be learned from.
     *
     * @param discount γ of the state arrived at; 0 where the prediction ends
     */
    public void arrive(double reward, Features features, double discount, double lambda, double interest) {
        Situation.check(features, discount, lambda, interest);
        checkArrival(reward, features.size());
        Situation own = spare();
        own.fill(features, discount, lambda, interest);
        this.reward = reward;
        this.next = own;
        this.stage = ARRIVED;
    }

    /** The same with a state that was checked before. */
    public void arrive(double reward, Situation state) {
        checkArrival(reward, state.size);
        this.reward = reward;
        this.next = state;
        this.stage = ARRIVED;
    }

    private void checkArrival(double reward, int size) {
        if (stage != ACTED) {
            throw new IllegalStateException("no action was taken that could lead here: give action or ratio first");
        }
        Check.finite("reward", reward);
        if (size != now.size) {
            throw new IllegalArgumentException(
                    "the state arrived at has " + size + " features where the one before has " + now.size);
        }
    }

    /** Becomes the step of another transition with another reward, for as long as the other stays as it is. */
    void copy(Transition other, double otherReward) {
        now = other.now;
        gamma = other.gamma;
        pi = other.pi;
        mu = other.mu;
        rho = other.rho;
        piPrev = other.piPrev;
        muPrev = other.muPrev;
        rhoPrev = other.rhoPrev;
        next = other.next;
        stage = other.stage;
        reward = otherReward;
    }

    /** The one of its own that is not the current state. */
    private Situation spare() {
        return now == first ? second : first;
    }

    /** Whether a whole step, from a state through an action to the next state, is there to be learned from. */
    public boolean isComplete() {
        return stage == ARRIVED;
    }

    /** The number of features. */
    int size() {
        return now.size;
    }

    /** Whether π and μ are known for this step and the one before it, not only their ratios. */
    public boolean hasProbabilities() {
        return !Double.isNaN(pi) && !Double.isNaN(piPrev);
    }

    /** φₜ. */
    public Features phi() {
        return now.phi;
    }

    /** γₜ, the discount of Sₜ; 0 when Sₜ is a start. */
    public double gamma() {
        return gamma;
    }

    /** λₜ. */
    public double lambda() {
        return now.lambda;
    }

    /** iₜ. */
    public double interest() {
        return now.interest;
    }

    /** πₜ = π(Aₜ|Sₜ); NaN when only the ratio is known. */
    public double pi() {
        return pi;
    }

    /** μₜ = μ(Aₜ|Sₜ); NaN when only the ratio is known. */
    public double mu() {
        return mu;
    }

    /** ρₜ. */
    public double rho() {
        return rho;
    }

    /** πₜ₋₁; 0 when Sₜ is a start. */
    public double piPrev() {
        return piPrev;
    }

    /** μₜ₋₁; 0 when Sₜ is a start. */
    public double muPrev() {
        return muPrev;
    }

    /** ρₜ₋₁; 0 when Sₜ is a start. */
    public double rhoPrev() {
        return rhoPrev;
    }

    /** Rₜ₊₁. */
    public double reward() {
        return reward;
    }

    /** φₜ₊₁. */
    public Features phiNext() {
        return next.phi;
    }

    /** γₜ₊₁. */
    public double gammaNext() {
        return next.gamma;
    }

    /** λₜ₊₁. */
    public double lambdaNext() {
        return next.lambda;
    }
}
