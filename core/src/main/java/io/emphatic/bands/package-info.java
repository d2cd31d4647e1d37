/**
 * How far a learner's predictions may be from where other data of the same kind would have put them.
 *
 * <p>API: {@link io.emphatic.bands.BandedLearner}. All else is internal: read {@code Replicates} (the multiplier
 * bootstrap) and {@code Sandwich} (least squares); {@code TailTerms} says whether either may be trusted. May use
 * {@code io.emphatic}, {@code batch}, {@code engine} and {@code experience}.
 */
package io.emphatic.bands;
