package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Everything that one update may use: the step from S<sub>t</sub> to S<sub>t+1</sub>, filled by advancing through time.
 *
 * <pre>
 *   t.start(phi0, lambda0, interest0);               // S₀, with nothing before it
 *   t.action(pi, mu);                                // A₀: π(A₀|S₀) and μ(A₀|S₀); or t.ratio(rho)
 *   t.arrive(reward, phi1, gamma1, lambda1, interest1);   // R₁ and S₁
 *   learner.update(t);
 *   t.action(…); t.arrive(…); learner.update(t);     // S₁ is now the current state
 * </pre>
 *
 * Or {@code t.follow(arrival)} for action and arrival together, with an {@link Arrival} made and checked once.
 *
 * <p>The successor of one step <em>becomes</em> the current state of the next, and the ratio of one step the previous
 * ratio of the next. No call takes γ<sub>t</sub> beside γ<sub>t+1</sub> or ρ<sub>t−1</sub> beside ρ<sub>t</sub>, so
 * they cannot be swapped.
 *
 * <h2>Ending is γ = 0</h2>
 *
 * A state at which the prediction ends is arrived at with γ = 0: its value is not bootstrapped from, and the trace and
 * follow-on of earlier states end there. If the stream continues there (the Miner problem of the paper), so do the
 * calls. If it is terminal, {@code arrive(reward, Features.none(n), 0, 0, 0)} and {@link #start} the next episode: no
 * time step begins in a terminal state. After a stream that is cut off, {@link #start} the next one.
 *
 * <p>The discount of a start is 0, whatever γ(S₀) may be: γ(s) says what flows on from before s, and before a start
 * there is nothing. So {@link #start} takes no discount, and restarting needs nothing else: every equation of
 * {@code docs/ALGORITHMS.md} carries its memory over through a factor γ<sub>t</sub>.
 *
 * <p>A transition is a reusable carrier for one thread: it allocates nothing, and no learner keeps it. Every value is
 * checked when it is given; a refused value leaves the transition as it was.
 */
public final class Transition {
    // The stage is one of these, or, once the step is complete, the number of features, which follow() compares.
    private static final int EMPTY = -1;
    private static final int STARTED = -2;
    private static final int ACTED = -3;
    private static final int COMPLETE = 0; // where the stage is written

    private int stage = EMPTY;

    private final Arrival first = new Arrival();
    private final Arrival second = new Arrival();

    private Arrival from = first; // at Sₜ, by Aₜ₋₁
    private Arrival to = second; // at Sₜ₊₁, by Aₜ

    /** The first state of a stream or an episode, with nothing before it: γ = 0 and π = μ = ρ = 0. */
    public void start(Features features, double lambda, double interest) {
        Arrival own = otherThan(to);
        own.fillStart(features, lambda, interest);
        start(own);
    }

    /** The first state of a stream or an episode, as an arrival made by {@link Arrival#start}. */
    public void start(Arrival start) {
        if (start.sizeBefore != Arrival.NO_STATE_BEFORE) {
            throw new IllegalArgumentException("a stream cannot start with an arrival from elsewhere");
        }
        this.from = start;
        this.stage = STARTED;
    }

    /** No state is known: {@link #start} begins anew. */
    public void clear() {
        stage = EMPTY;
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

    /** The action taken, when only ρ = π(A|S)/μ(A|S) is known. Tree Backup and ABTD need both probabilities. */
    public void ratio(double importanceRatio) {
        Arrival own = otherThan(current());
        own.fillRatio(importanceRatio);
        act(own);
    }

    /** The arrival at the state in which the next action is taken. */
    private Arrival current() {
        if (stage == EMPTY) {
            throw new IllegalStateException("there is no state to act in: start the transition first");
        }
        if (stage >= 0 && to.gamma == 0 && to.phi instanceof SparseFeatures last && last.isNone()) {
            throw new IllegalStateException("the episode has ended in a terminal state: start the next one first");
        }
        return stage >= 0 ? to : from;
    }

    /** The one of its two own arrivals that is not in use. */
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

    /** Action and arrival together, made by {@link Arrival#of}. */
    public void follow(Arrival arrival) {
        if (stage == arrival.sizeBefore) {
            from = to;
        } else {
            checkFollowing(arrival);
            from = current();
            stage = arrival.sizeBefore;
        }
        to = arrival;
    }

    private void checkFollowing(Arrival arrival) {
        if (stage == ACTED) {
            throw new IllegalStateException("an action was taken that has led nowhere yet: arrive first");
        }
        int before = current().size;
        if (arrival.sizeBefore == Arrival.NO_STATE_BEFORE) {
            throw new IllegalArgumentException("a start does not follow another state");
        }
        if (arrival.sizeBefore != before) {
            throw otherSize(arrival.sizeBefore, before);
        }
    }

    private static IllegalArgumentException otherSize(int size, int before) {
        return new IllegalArgumentException(
                "the state arrived at has " + size + " features where the one before has " + before);
    }

    /** φ of the state from which time continues, that of the last action if it led nowhere yet; null before a start. */
    public Features here() {
        return stage == EMPTY ? null : (stage >= 0 ? to : from).phi;
    }

    /** Writes all that later steps need but {@link #here}. */
    public void write(DataOutput out) throws IOException {
        out.writeByte(stage >= 0 ? COMPLETE : stage);
        if (stage != EMPTY) {
            Arrival current = stage >= 0 ? to : from;
            current.write(out);
            out.writeBoolean(current.sizeBefore == Arrival.NO_STATE_BEFORE);
        }
        if (stage == ACTED) {
            to.writeAction(out);
        }
    }

    /** Continues from what was written, in the state with these features. */
    public void read(DataInput in, Features here) throws IOException {
        int written = in.readByte();
        boolean known = written == EMPTY || written == STARTED || written == ACTED || written == COMPLETE;
        if (!known || here == null && written != EMPTY) {
            throw new IOException("the bytes are not those of a step");
        }
        from = first;
        to = second;
        stage = written == COMPLETE ? here.size() : written;
        if (written != EMPTY) {
            Arrival current = written == COMPLETE ? to : from;
            current.read(in, here);
            current.sizeBefore = in.readBoolean() ? Arrival.NO_STATE_BEFORE : here.size();
        }
        if (written == ACTED) {
            to.readAction(in);
        }
    }

    /** Whether the step is complete: state, action, reward and next state. */
    public boolean isComplete() {
        return stage >= 0;
    }

    /** The number of features of a complete step; negative if it is not complete. */
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

    /** θᵀφₜ. */
    public double value(double[] theta) {
        return from.phi.dot(theta);
    }

    /** θᵀφₜ₊₁. */
    public double valueNext(double[] theta) {
        return to.phi.dot(theta);
    }

    /** δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ ({@code docs/ALGORITHMS.md}, "Time"; paper eq. 7). */
    public double tdError(double[] theta) {
        return tdError(value(theta), gammaNext() == 0 ? 0 : valueNext(theta));
    }

    /** δₜ from θᵀφₜ and θᵀφₜ₊₁, which is ignored at an end, γₜ₊₁ = 0. */
    public double tdError(double value, double valueNext) {
        return to.gamma == 0 ? to.reward - value : to.reward + to.gamma * valueNext - value;
    }

    @Override
    public String toString() {
        if (stage < 0) {
            return stage == EMPTY ? "a transition without a state" : "a transition whose step is not complete";
        }
        return "γ " + gamma() + ", λ " + lambda() + ", interest " + interest() + ", " + phi() + " → ρ " + rho()
                + ", reward " + reward() + ", γ " + gammaNext() + ", " + phiNext();
    }

    /** ‖φₜ‖₂. */
    public double norm() {
        return from.norm;
    }

    /** ‖φₜ₊₁‖₂; 0 at an end, γₜ₊₁ = 0, which does not look at φₜ₊₁. */
    public double normNext() {
        return to.normUnlessEnd;
    }
}
