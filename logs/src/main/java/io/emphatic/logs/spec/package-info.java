/**
 * What to predict. Files are read by {@link io.emphatic.logs.spec.SpecReader},
 * {@link io.emphatic.logs.spec.EvaluationReader} and {@link io.emphatic.logs.spec.TuningSpec#read}.
 *
 * <p>API: these, {@link io.emphatic.logs.spec.Spec}, {@link io.emphatic.logs.spec.EvaluationSpec} and
 * {@link io.emphatic.logs.spec.FeatureBlock}. All else is internal and may change: read {@code Plan} first, the spec
 * resolved against a log, then {@code PlannedPrediction} and {@code FeatureMap}.
 */
package io.emphatic.logs.spec;
