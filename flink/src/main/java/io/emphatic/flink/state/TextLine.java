package io.emphatic.flink.state;

/**
 * One line of a source, as it is.
 *
 * @param source the file, or the topic with its partition
 * @param position in the source: the first byte of the line, or the offset of the record
 * @param header the first line of a CSV file; null where the line is a JSON object
 */
public record TextLine(String source, long position, String header, String text) {}
