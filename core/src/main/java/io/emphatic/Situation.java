package io.emphatic;

/**
 * What one question says of one state: φ, γ, λ and i, checked once.
 *
 * <p>For a source with few states, which arrives at each of them over and over: {@link Transition#arrive(double, Situation)} then has
 * nothing left to check or to copy. Immutable for everybody but the {@link Transition} that keeps two of its own to fill.
 */
public final class Situation {
    Features phi;
    double gamma;
    double lambda;
    double interest;
    int size;

    /** An empty one, for a transition to fill. */
    Situation() {}

    /**
     * A state as one question sees it.
     *
     * @param discount γ of the state; 0 where the prediction ends
     */
    public static Situation of(Features features, double discount, double lambda, double interest) {
        check(features, discount, lambda, interest);
        Situation situation = new Situation();
        situation.fill(features, discount, lambda, interest);
        return situation;
    }

    /** Refuses what is out of range. */
    static void check(Features features, double discount, double lambda, double interest) {
        Check.unit("discount", discount);
        Check.unit("lambda", lambda);
        Check.nonNegative("interest", interest);
        if (features == null) {
            throw new IllegalArgumentException("a state needs features; a terminal one has Features.none(n)");
        }
    }

    /** Takes over values that have been checked. */
    void fill(Features features, double discount, double lambda, double interest) {
        this.phi = features;
        this.gamma = discount;
        this.lambda = lambda;
        this.interest = interest;
        this.size = features.size();
    }
}
