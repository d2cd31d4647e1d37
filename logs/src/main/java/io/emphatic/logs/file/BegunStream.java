package io.emphatic.logs.file;

import java.util.List;

/**
 * A stream whose first row is in a chunk.
 *
 * @param key null behind the last stream, where {@code skipped} are the last
 * @param from what it has learned before, prediction by prediction; empty if nothing
 * @param skipped models of streams before it that the log does not have
 */
public record BegunStream(StreamKey key, List<StreamModel> from, List<StreamModel> skipped) {}
