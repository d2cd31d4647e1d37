package io.emphatic.lab.theory;

/**
 * The exact second moments of what an algorithm carries along, in the long run under the behaviour; some are infinite.
 *
 * @param followOn E[F²]; NaN for an algorithm without a follow-on trace
 * @param followOnByState E[F² | s]; NaN where the behaviour does not come back to, empty without a follow-on trace
 * @param trace E‖κₜeₜ‖², of the vector that δₜ is multiplied by
 * @param traceByState E[‖κₜeₜ‖² | s]; NaN where the behaviour does not come back to
 * @param scaledTrace E‖κₜeₜ‖² / E[Mₜ]²: what it would be with an emphasis of one on average, so that algorithms of
 *     different emphasis can be compared at the same speed of learning
 */
public record TraceMoments(
        double followOn, double[] followOnByState, double trace, double[] traceByState, double scaledTrace) {}
