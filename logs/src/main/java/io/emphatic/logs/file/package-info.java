/**
 * Files. {@link io.emphatic.logs.file.ChunkReader} reads rows of a log and turns them into steps of time. Written are
 * {@link io.emphatic.logs.file.PredictionsFile} and {@link io.emphatic.logs.file.Checkpoint};
 * {@link io.emphatic.logs.file.Outputs} checks their names before a run. No class here knows a learner: a checkpoint
 * saves anything {@link io.emphatic.logs.file.Checkpoint.Resumable}. Uses {@code logs.sql}, {@code logs.spec} and
 * {@code logs.doctor}.
 */
package io.emphatic.logs.file;
