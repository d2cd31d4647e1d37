/**
 * Boyan's (2002) chain: on-policy, with features that can represent the values exactly.
 *
 * <p>{@link io.emphatic.lab.problems.boyan.Boyan} is the only class. May use {@code lab} and {@code problems}.
 */
package io.emphatic.lab.problems.boyan;
