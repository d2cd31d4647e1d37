/**
 * Choosing a learner by a log alone. {@link io.emphatic.logs.tuning.Tuning} is the entrance. Candidates that share a
 * trace learn side by side ({@code CandidateGroup}) and write down what they predict; when all of them have gone
 * through a chunk of rows, a {@code Scoreboard} for each prediction scores what was predicted, with one baseline for
 * all. The result is a {@link io.emphatic.logs.tuning.TuningReport}. Uses all other packages of this module and the
 * core's batches and validation.
 */
package io.emphatic.logs.tuning;
