/**
 * How good predictions are, while they are made: what was predicted against what followed.
 *
 * <p>{@link io.emphatic.serve.quality.PredictionQuality} has the numbers of one prediction, with a
 * {@link io.emphatic.serve.quality.StreamReturns} for each stream, {@link io.emphatic.serve.quality.QualityBoard} those
 * of all. Everything is saved with the learners and continues with the same bits.
 */
package io.emphatic.serve.quality;
