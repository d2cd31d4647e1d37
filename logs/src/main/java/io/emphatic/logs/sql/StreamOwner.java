package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.Optional;

/** A column of users, devices or the like: each stream is of one of them, and some have several streams. */
public record StreamOwner(String column, long owners, long streams) {
    private static final String ONES = "(?i)(user|customer|client|visitor|member|account|household|person|patient"
            + "|subject|player|driver|device|machine)_?id|(?i)user|visitor|household|person|patient|subject|driver";

    /** These may be kinds as well, as mobile and desktop: then there are few of them. */
    private static final String ONES_OR_KINDS = "(?i)customer|client|member|account|player|device|machine";

    private static final int FEWEST_ONES = 20;

    public static boolean isNamed(String column) {
        return column.matches(ONES) || column.matches(ONES_OR_KINDS);
    }

    /** @param stream the keys of a stream in SQL; empty where every row is one */
    public static Optional<StreamOwner> of(Log log, String stream) throws SQLException {
        for (String column : log.columns().keySet()) {
            if (isNamed(column)) {
                String owner = Sql.identifier(column);
                String streams = stream.isEmpty()
                        ? "SELECT " + owner + " AS first, " + owner + " AS last FROM " + Log.VIEW
                        : "SELECT min(" + owner + ") AS first, max(" + owner + ") AS last FROM " + Log.VIEW
                                + " GROUP BY " + stream;
                double[] found = log.numbers(
                        "SELECT count_if(first = last), count(*), count(DISTINCT first) FROM (" + streams + ")");
                boolean mayBeKinds = column.matches(ONES_OR_KINDS) && found[2] < FEWEST_ONES;
                if (found[0] == found[1] && found[2] < found[1] && !mayBeKinds) {
                    return Optional.of(new StreamOwner(column, (long) found[2], (long) found[1]));
                }
            }
        }
        return Optional.empty();
    }
}
