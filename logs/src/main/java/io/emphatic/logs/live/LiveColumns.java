package io.emphatic.logs.live;

import java.util.List;
import java.util.Map;

/** Rows as columns of values, each of one type: what costs least to read. */
public interface LiveColumns {
    /** The names of the columns. */
    List<String> names();

    /** BIGINT, DOUBLE, BOOLEAN, VARCHAR or DOUBLE[]; null for a column without values. */
    String type(int column);

    /** Null for none. */
    Object value(int column, int row);

    /** The rows from one number to before another, as maps of columns to values. */
    List<? extends Map<String, ?>> maps(int from, int to);
}
