package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A state, and the action and reward that led to it, as one question sees them: π, μ, ρ and R of the action; φ, γ, λ
 * and i of the state. Two in a row are a {@link Transition}.
 *
 * <p>A source with finitely many possible arrivals, as a finite MDP, makes and checks each once;
 * {@link Transition#follow} then neither checks nor copies. Immutable outside this package: a {@link Transition} fills
 * its two arrivals repeatedly.
 */
public final class Arrival {
    /** Stands for the number of features of the state before a start. */
    static final int NO_STATE_BEFORE = Integer.MIN_VALUE;

    double pi;
    double mu;
    double rho;
    double reward;
    Features phi;
    double gamma;
    double lambda;
    double interest;
    int sizeBefore; // the number of features of the state before, or NO_STATE_BEFORE

    // copied from φ, so that the numbers that a step with few features reads lie side by side
    int size;
    double norm;
    double normUnlessEnd; // 0 where γ = 0: an end does not look at φ

    /** An empty arrival, for a transition to fill. */
    Arrival() {}

    /** The first state of a stream: nothing led there, so that π = μ = ρ = 0 and γ = 0. */
    public static Arrival start(Features features, double lambda, double interest) {
        Arrival arrival = new Arrival();
        arrival.fillStart(features, lambda, interest);
        return arrival;
    }

    /**
     * A state arrived at.
     *
     * @param target π of the action that led there, in [0, 1]
     * @param behaviour μ of that action, in (0, 1]
     * @param discount γ of the state; 0 where the prediction ends
     */
    public static Arrival of(
            double target,
            double behaviour,
            double reward,
            Features features,
            double discount,
            double lambda,
            double interest) {
        Arrival arrival = new Arrival();
        arrival.fillAction(target, behaviour);
        arrival.fillState(reward, features, discount, lambda, interest);
        return arrival;
    }

    // Each of these methods refuses bad values before it changes anything.

    void fillStart(Features features, double lambda, double interest) {
        check(features, 0, lambda, interest);
        this.pi = 0;
        this.mu = 0;
        this.rho = 0;
        this.reward = 0;
        fill(features, 0, lambda, interest);
        this.sizeBefore = NO_STATE_BEFORE;
    }

    void fillAction(double target, double behaviour) {
        Check.unit("target probability", target);
        if (!(behaviour > 0 && behaviour <= 1)) {
            throw new IllegalArgumentException(
                    "behaviour probability of an action that was taken is not in the interval (0, 1]: " + behaviour);
        }
        this.rho = Check.finite("importance_ratio", target / behaviour);
        this.pi = target;
        this.mu = behaviour;
    }

    void fillRatio(double importanceRatio) {
        this.rho = Check.nonNegative("importance_ratio", importanceRatio);
        this.pi = Double.NaN;
        this.mu = Double.NaN;
    }

    void fillState(double reward, Features features, double discount, double lambda, double interest) {
        check(features, discount, lambda, interest);
        this.reward = Check.finite("reward", reward);
        fill(features, discount, lambda, interest);
        this.sizeBefore = size;
    }

    private static void check(Features features, double discount, double lambda, double interest) {
        Check.unit("discount", discount);
        Check.unit("lambda", lambda);
        Check.nonNegative("interest", interest);
        if (features == null) {
            throw new IllegalArgumentException("a state needs features; a terminal one has Features.none(n)");
        }
    }

    private void fill(Features features, double discount, double lambda, double interest) {
        this.phi = features;
        this.gamma = discount;
        this.lambda = lambda;
        this.interest = interest;
        this.size = features.size();
        this.norm = features.norm();
        this.normUnlessEnd = discount == 0 ? 0 : norm;
    }

    /** Writes all but φ. */
    void write(DataOutput out) throws IOException {
        writeAction(out);
        out.writeDouble(gamma);
        out.writeDouble(lambda);
        out.writeDouble(interest);
    }

    void writeAction(DataOutput out) throws IOException {
        out.writeDouble(pi);
        out.writeDouble(mu);
        out.writeDouble(rho);
    }

    void read(DataInput in, Features features) throws IOException {
        readAction(in);
        double discount = in.readDouble();
        fill(features, discount, in.readDouble(), in.readDouble());
    }

    void readAction(DataInput in) throws IOException {
        pi = in.readDouble();
        mu = in.readDouble();
        rho = in.readDouble();
    }
}
