/**
 * The two states of the paper, §2: why interest alone diverges.
 *
 * <p>Read {@link io.emphatic.lab.problems.twostate.TwoState}, then its reproduction. May use {@code lab},
 * {@code problems}, {@code simulation}, the core's learners and the figures of {@code documents}.
 */
package io.emphatic.lab.problems.twostate;
