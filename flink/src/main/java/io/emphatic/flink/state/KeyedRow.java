package io.emphatic.flink.state;

import io.emphatic.logs.file.StreamKey;

/**
 * A row after its expressions have been evaluated: what goes over the network to the learner of its stream.
 *
 * @param time null where the spec has no order
 * @param numbers of each expression. Not modified.
 * @param position in its source, for messages
 */
public record KeyedRow(StreamKey stream, StreamKey time, double[] numbers, long position) {}
