/**
 * Thousands of predictions over one stream of features, learned together.
 *
 * <p>Read {@link io.emphatic.horde.Horde}, {@link io.emphatic.horde.HordeGroup} and
 * {@link io.emphatic.horde.HordePrediction}, which are the API, then {@code HordeStep}, which is one step, then
 * {@code HordeWeights} with {@code PendingCorrections} and {@code PendingFolds}, which say when rows of weights are
 * written. {@code HordeFormat} is the file. May use {@code io.emphatic}, {@code engine} and {@code experience}.
 */
package io.emphatic.horde;
