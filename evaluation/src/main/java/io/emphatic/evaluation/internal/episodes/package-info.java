/**
 * Finds lives and episodes in the rows of a log. {@code EpisodeReader} fills an {@code EpisodeBlock} after the other,
 * {@code BlockQueue} hands them to the threads, {@code LogShape} counts.
 */
package io.emphatic.evaluation.internal.episodes;
