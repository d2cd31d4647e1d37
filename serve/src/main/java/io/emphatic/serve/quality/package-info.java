/**
 * How good predictions are, while they are made: what was predicted against what followed.
 *
 * <p>{@link io.emphatic.serve.quality.PredictionQuality} has the numbers of one prediction, with a
 * {@link io.emphatic.serve.quality.StreamReturns} for each stream and an {@link io.emphatic.serve.quality.OutcomeBand}
 * for what returns will be, {@link io.emphatic.serve.quality.QualityBoard} those of all, with a
 * {@link io.emphatic.serve.quality.PolicyRace} for each question. Everything is saved with the learners and continues
 * with the same bits.
 */
package io.emphatic.serve.quality;
