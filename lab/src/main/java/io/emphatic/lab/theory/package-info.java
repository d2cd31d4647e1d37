/**
 * The exact theory of a finite MDP: what each algorithm would converge to, whether it would, how wrong it would be
 * where the interest is, and how wild its variance is. {@code docs/ALGORITHMS.md} §5; Mahmood, Yu, White &amp; Sutton
 * (2015), §4.
 *
 * <p>Everything is dense and direct: one linear solve where others iterate, so that a periodic chain or a discount near
 * one costs nothing extra. What is zero in the theory is zero here, not 1e-17: supports are decided on the graph of the
 * chain, numbers on the support only.
 *
 * <p>Read {@link io.emphatic.lab.theory.Theory} first, then {@link io.emphatic.lab.theory.Solution}; {@code MeanUpdate}
 * decides on convergence, {@code FollowOn} on variance. API. Uses {@code lab} and the registry of the core; numbers
 * only, the words are in {@code lab.internal.explanation}.
 */
package io.emphatic.lab.theory;
