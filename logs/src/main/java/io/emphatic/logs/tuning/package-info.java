/**
 * Choosing a learner by a log alone.
 *
 * <pre>{@code
 * TuningSpec spec = TuningSpec.read(Path.of("pumps.yaml"));
 * try (Log log = Log.open(spec.log())) {
 *     TuningReport report = Tuning.tune(log, spec, Tuning.TuningOptions.NONE);
 * }
 * }</pre>
 *
 * <p>API: {@link io.emphatic.logs.tuning.Tuning} and {@link io.emphatic.logs.tuning.TuningReport}. All else is internal
 * and may change: candidates that share a trace learn side by side ({@code CandidateGroup}) and write down what they
 * predict, which a {@code Scoreboard} for each prediction scores chunk by chunk, with one baseline for all.
 */
package io.emphatic.logs.tuning;
