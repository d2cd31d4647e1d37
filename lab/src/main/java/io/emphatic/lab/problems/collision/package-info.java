/**
 * The Collision problem: will a car that turns away half of the time hit the wall?
 *
 * <p>{@link io.emphatic.lab.problems.collision.Collision} is the only class. May use {@code lab} and {@code problems}.
 */
package io.emphatic.lab.problems.collision;
