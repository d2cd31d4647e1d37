package io.emphatic.serve.client;

import java.util.List;

/**
 * What became of a post. It is on the service's disk.
 *
 * @param accepted how many rows are new
 * @param duplicates how many were there already, and were not learned from again
 * @param predictions one for each row of the post, in its order
 */
public record Posted(int accepted, int duplicates, List<RowPredictions> predictions) {}
