/**
 * Learners of one algorithm that differ in their step sizes, updated together over one shared trace, or several: for
 * parameter studies.
 *
 * <p>Read {@link io.emphatic.batch.Batch}, which is the API, then {@code LaneBatch}, {@code OneTraceBatch} and
 * {@code ManyTraceBatch}; the loops across learners are in {@code Lanes} and {@code LaneMoves}. May use
 * {@code io.emphatic}, {@code engine} and {@code experience}.
 */
package io.emphatic.batch;
