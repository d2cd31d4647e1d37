package io.emphatic.logs.spec;

import java.util.Map;

/**
 * A row of a log that is to be seen when its time has come.
 *
 * @param seconds since the first row of the log
 * @param stream its name
 * @param seq its number among the rows of its stream, from 0
 * @param columns the values by column: numbers, texts, booleans, nulls and lists
 */
public record TimedRow(double seconds, String stream, long seq, Map<String, Object> columns) {}
