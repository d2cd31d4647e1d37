package io.emphatic;

/**
 * Which weighting w of the states the fixed point of an algorithm has: the solution of Aθ = b with A = ΦᵀW(I − P^λ)Φ
 * and b = ΦᵀW r^λ, W = diag(w) ({@code docs/ALGORITHMS.md} §5).
 */
public enum FixedPoint {
    /** d_μ, how often the behaviour visits each state. */
    VISITS,
    /** d_{μ,i}, visits times interest. */
    INTEREST,
    /** m, the expected emphasis of ETD(λ). */
    EMPHASIS,
    /** The expected emphasis of a follow-on trace that decays by β instead of γ. */
    BETA_EMPHASIS,
    /** A weighting of its own, which {@link Config#emphasis} names or the theory of the product knows. */
    OWN,
    /** No such weighting is known. */
    UNKNOWN
}
