/**
 * Finds lives and episodes in the rows of a log. {@code EpisodeReader} fills one {@code EpisodeBlock} after another,
 * {@code LogShape} counts.
 */
package io.emphatic.evaluation.internal.episodes;
