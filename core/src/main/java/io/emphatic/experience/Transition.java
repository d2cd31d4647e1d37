package io.emphatic.experience;

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
 * Or, where all that can happen is known beforehand, {@code t.follow(arrival)} for both, with an {@link Arrival} made
 * once.
 *
 * <p>The successor of one step <em>becomes</em> the current state of the next, and the ratio of one step the previous
 * ratio of the next. Nobody passes γ<sub>t</sub> beside γ<sub>t+1</sub> or ρ<sub>t−1</sub> beside ρ<sub>t</sub>, so
 * nobody can swap them.
 *
 * <h2>Ending is γ = 0</h2>
 *
 * A state at which the prediction ends is arrived at with γ = 0: nothing beyond is bootstrapped from, and the trace and
 * the follow-on of what came before stop there. If time goes on from that state (the Miner problem of the paper), just
 * go on. If it is terminal, {@code arrive(reward, Features.none(n), 0, 0, 0)} and {@link #start} the next episode: a
 * terminal state takes no time step of its own. A stream that is cut off is simply left, and the next one started.
 *
 * <p>The discount of a start is 0, whatever γ(S₀) may be: γ(s) says what flows on from before s, and before a start
 * there is nothing. That is why {@link #start} takes none, and it is all that restarting takes: every equation of
 * {@code docs/ALGORITHMS.md} carries its memory over through a factor γ<sub>t</sub>.
 *
 * <p>A transition is a reusable carrier: it allocates nothing, and no learner keeps it. Every value is checked when it
 * is given; a refused value leaves the transition as it was.
 */
public final class Transition {
    // One number says where we are: one of these, or once arrived the number of features. So going on takes one
    // comparison.
    private static final int EMPTY = -1;
    private static final int STARTED = -2;
    private static final int ACTED = -3;

    private int stage = EMPTY;

    private final Arrival first = new Arrival();
    private final Arrival second = new Arrival();

    private Arrival from = first; // at Sₜ, by Aₜ₋₁
    private Arrival to = second; // at Sₜ₊₁, by Aₜ

    /**
     * The first state of a stream or an episode, with nothing before it: γ = 0 and π = μ = ρ = 0 for the step before.
     */
    public void start(Features features, double lambda, double interest) {
        Arrival own = otherThan(to);
        own.fillStart(features, lambda, interest);
        start(own);
    }

    /** The same with one that was checked before. */
    public void start(Arrival start) {
        if (start.follows != Arrival.NOTHING) {
            throw new IllegalArgumentException("a stream cannot start with an arrival from elsewhere");
        }
        this.from = start;
        this.stage = STARTED;
    }

    /**
     * The action taken in the current state.
     *
     * @param target π(A|S), in [0, 1]
     * @param behaviour μ(A|S), in (0, 1]: an action that was taken cannot have had probability 0
     */
    public void action(double target, double behaviour) {
        Arrival own = otherThan(current());
        own.fillAction(target, behaviour);
        act(own);
    }

    /** The same when only ρ = π(A|S)/μ(A|S) is known. Tree Backup and ABTD need both probabilities. */
    public void ratio(double importanceRatio) {
        Arrival own = otherThan(current());
        own.fillRatio(importanceRatio);
        act(own);
    }

    /** At the state in which one can act. */
    private Arrival current() {
        if (stage == EMPTY) {
            throw new IllegalStateException("there is no state to act in: start the transition first");
        }
        return stage >= 0 ? to : from;
    }

    /** One of its own to fill, which is not this one. */
    private Arrival otherThan(Arrival used) {
        return used == first ? second : first;
    }

    private void act(Arrival own) {
        from = current();
        to = own;
        stage = ACTED;
    }

    /**
     * The reward for the action and the state it led to. After this the step can be learned from.
     *
     * @param discount γ of the state arrived at; 0 where the prediction ends
     */
    public void arrive(double reward, Features features, double discount, double lambda, double interest) {
        if (stage != ACTED) {
            throw new IllegalStateException("no action was taken that could lead here: give action or ratio first");
        }
        if (features != null && features.size() != from.size) {
            throw otherSize(features.size(), from.size);
        }
        to.fillState(reward, features, discount, lambda, interest);
        stage = from.size;
    }

    /** Action and arrival at once, of one that was checked before. */
    public void follow(Arrival arrival) {
        if (stage == arrival.follows) {
            from = to;
        } else {
            checkFollowing(arrival);
            from = current();
            stage = arrival.follows;
        }
        to = arrival;
    }

    private void checkFollowing(Arrival arrival) {
        if (stage == ACTED) {
            throw new IllegalStateException("an action was taken that has led nowhere yet: arrive first");
        }
        int before = current().size;
        if (arrival.follows == Arrival.NOTHING) {
            throw new IllegalArgumentException("a start does not follow another state");
        }
        if (arrival.follows != before) {
            throw otherSize(arrival.follows, before);
        }
    }

    private static IllegalArgumentException otherSize(int size, int before) {
        return new IllegalArgumentException(
                "the state arrived at has " + size + " features where the one before has " + before);
    }

    /** Whether a whole step, from a state through an action to the next state, is there to be learned from. */
    public boolean isComplete() {
        return stage >= 0;
    }

    /** The number of features of a whole step; negative if it is not whole. */
    public int size() {
        return stage;
    }

    /** Whether π and μ are known for this step and the one before it, not only their ratios. */
    public boolean hasProbabilities() {
        return !Double.isNaN(to.pi) && !Double.isNaN(from.pi);
    }

    /** φₜ. */
    public Features phi() {
        return from.phi;
    }

    /** γₜ, the discount of Sₜ; 0 when Sₜ is a start. */
    public double gamma() {
        return from.gamma;
    }

    /** λₜ. */
    public double lambda() {
        return from.lambda;
    }

    /** iₜ. */
    public double interest() {
        return from.interest;
    }

    /** πₜ = π(Aₜ|Sₜ); NaN when only the ratio is known. */
    public double pi() {
        return to.pi;
    }

    /** μₜ = μ(Aₜ|Sₜ); NaN when only the ratio is known. */
    public double mu() {
        return to.mu;
    }

    /** ρₜ. */
    public double rho() {
        return to.rho;
    }

    /** πₜ₋₁; 0 when Sₜ is a start. */
    public double piPrev() {
        return from.pi;
    }

    /** μₜ₋₁; 0 when Sₜ is a start. */
    public double muPrev() {
        return from.mu;
    }

    /** ρₜ₋₁; 0 when Sₜ is a start. */
    public double rhoPrev() {
        return from.rho;
    }

    /** Rₜ₊₁. */
    public double reward() {
        return to.reward;
    }

    /** φₜ₊₁. */
    public Features phiNext() {
        return to.phi;
    }

    /** γₜ₊₁. */
    public double gammaNext() {
        return to.gamma;
    }

    /** λₜ₊₁. */
    public double lambdaNext() {
        return to.lambda;
    }

    // What learners do with φ. Where φ is an indicator, 1 at one feature, as of aggregated and tabular states, these
    // touch one number, without a look at the features themselves.

    /** θᵀφₜ. */
    public double value(double[] theta) {
        return from.indicator >= 0 ? theta[from.indicator] : from.phi.dot(theta);
    }

    /** θᵀφₜ₊₁. */
    public double valueNext(double[] theta) {
        return to.indicator >= 0 ? theta[to.indicator] : to.phi.dot(theta);
    }

    /** Whether φₜ is an indicator. */
    public boolean isIndicator() {
        return from.indicator >= 0;
    }

    /** e ← e + b φₜ. */
    public void addPhiTo(double[] e, double b) {
        if (from.indicator >= 0) {
            e[from.indicator] += b;
        } else {
            from.phi.addTo(e, b);
        }
    }

    /** ‖φₜ‖₂. */
    public double norm() {
        return from.norm;
    }

    /** ‖φₜ₊₁‖₂. */
    public double normNext() {
        return to.norm;
    }
}
