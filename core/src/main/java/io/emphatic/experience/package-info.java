/**
 * The experience that learners learn from: features of a state, and steps from one state to the next.
 *
 * <p>Read {@link io.emphatic.experience.Features} (dense, sparse or binary), then
 * {@link io.emphatic.experience.Transition}, which is filled by advancing through time, then
 * {@link io.emphatic.experience.Arrival}, of which a transition is made. Features are immutable; every value is checked
 * when it is given, and never again. Uses the JDK only.
 *
 * <p>API: the three. {@code Check}, {@code Norm}, {@code Names}, {@code SavedArrays} and {@code SavedFormat} serve the
 * product's own modules and may change without notice.
 */
package io.emphatic.experience;
