/**
 * What to predict: {@link io.emphatic.logs.spec.Spec} as it was written, and {@link io.emphatic.logs.spec.Plan}, the
 * spec resolved against a log. Read these two first, then {@link io.emphatic.logs.spec.PlannedPrediction} (numbers of a
 * step) and {@link io.emphatic.logs.spec.FeatureMap} (features of a state). A number of a row is a
 * {@link io.emphatic.logs.spec.NumberSource}: a slot of the query or a constant. Uses {@code logs.sql} and the core's
 * configs and features.
 */
package io.emphatic.logs.spec;
