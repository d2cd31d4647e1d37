/**
 * Learners that lie side by side and are updated together, those with one trace sharing it: for parameter studies and
 * tuning.
 *
 * <p>API: {@link io.emphatic.batch.Batch}, and {@link io.emphatic.batch.Horde} for predictions of different cumulants.
 * Then read {@code LaneBatch}, {@code OneTraceBatch} and {@code GradientBatch}; the loops across learners are in
 * {@code Lanes}. May use {@code io.emphatic}, {@code engine} and {@code experience}.
 */
package io.emphatic.batch;
