/**
 * Baird's (1995) star: where off-policy TD diverges.
 *
 * <p>{@link io.emphatic.lab.problems.baird.Baird} is the only class. May use {@code lab} and {@code problems}.
 */
package io.emphatic.lab.problems.baird;
