/**
 * Rows and files. {@link io.emphatic.logs.file.ChunkReader} reads the rows of a log; a
 * {@link io.emphatic.logs.file.StreamState} says how each follows in its stream, and holds the stream's traces or
 * learners; {@link io.emphatic.logs.file.LogStreams} are the maps of them. Written are
 * {@link io.emphatic.logs.file.PredictionsFile} and {@link io.emphatic.logs.file.Checkpoint};
 * {@link io.emphatic.logs.file.Outputs} checks their names before a run. Nothing learns here. Uses {@code logs.sql},
 * {@code logs.spec} and {@code logs.doctor}.
 *
 * <p>Internal: may change at any time, but for {@code ProgressListener}, which API takes.
 */
package io.emphatic.logs.file;
