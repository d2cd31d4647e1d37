/**
 * Learners of one algorithm that differ in their step sizes, updated together over one shared trace: for parameter
 * studies.
 *
 * <p>Read {@link io.emphatic.batch.Batch}, which is the API, then {@code LaneBatch} and {@code OneTraceBatch}; the
 * loops across learners are in {@code Lanes}. May use {@code io.emphatic}, {@code engine} and {@code experience}.
 */
package io.emphatic.batch;
