/**
 * Thousands of predictions over one stream of features, learned together.
 *
 * <p>API: {@link io.emphatic.horde.Horde}, {@link io.emphatic.horde.HordeGroup} and
 * {@link io.emphatic.horde.HordePrediction}. Then read {@code HordeStep}, which is one step, and {@code HordeWeights}.
 * {@code HordeFormat} is the file. May use {@code io.emphatic}, {@code engine} and {@code experience}.
 */
package io.emphatic.horde;
