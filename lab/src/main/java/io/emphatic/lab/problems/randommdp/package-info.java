/**
 * Random finite MDPs of any size: off-policy problems that no algorithm was tuned for.
 *
 * <p>{@link io.emphatic.lab.problems.randommdp.RandomMdp} is the only class. May use {@code lab} and {@code problems}.
 */
package io.emphatic.lab.problems.randommdp;
