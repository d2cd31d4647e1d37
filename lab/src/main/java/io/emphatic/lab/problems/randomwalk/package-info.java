/**
 * The random walk of 19 states: on-policy and tabular.
 *
 * <p>{@link io.emphatic.lab.problems.randomwalk.RandomWalk} is the only class. May use {@code lab} and
 * {@code problems}.
 */
package io.emphatic.lab.problems.randomwalk;
