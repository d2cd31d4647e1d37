package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.Optional;

/** A number whose mean after an action, weighted by 1/μ, is far from that of all rows: it was not known before. */
public record ActionShift(String action, double deviations) {
    private static final int MOST_ACTIONS = 20;
    private static final double FEWEST_DEVIATIONS = 0.1;
    private static final double MOST_OF_ONE_ROW = 0.1; // a rare action says little
    private static final double FEWEST_ERRORS = 5; // E[1{A = a}/μ (x − mean x) | S] = x − mean x for what was known

    /** The largest, of SQL over the rows of a log; empty where there is none, or actions are many. */
    public static Optional<ActionShift> of(Log log, String number, String action, String mu) throws SQLException {
        String rows = "SELECT CAST(" + action + " AS VARCHAR) AS a, " + mu + " AS mu, " + number + " - avg(" + number
                + ") OVER () AS e, stddev_pop(" + number + ") OVER () AS d FROM " + Log.VIEW + " WHERE "
                + Sql.isSquarable(number);
        String sums = "SELECT a, count(*) OVER () - 1 AS others, sum(e / mu) AS s, sum(1 / mu) AS w, any_value(d) AS d,"
                + " sum(e * e / mu) AS own, max(abs(e) / mu) AS most, sum(CASE WHEN mu < 1 THEN e * e / (1 - mu) ELSE 'infinity'::DOUBLE END) AS"
                + " other FROM (" + rows + ") WHERE d > 0 AND mu > 0 GROUP BY a";
        // other actions share what is left of 1: in rows where another was taken, a had (1 − μ) / others
        String shifts =
                "SELECT a, others, abs(s) / w / d AS far, abs(s) / sqrt(own + others * (sum(other) OVER () - other))"
                        + " AS errors, most < " + MOST_OF_ONE_ROW + " * abs(s) AS isEven FROM (" + sums + ")";
        ActionShift[] found = new ActionShift[1];
        log.each(
                "SELECT first(a ORDER BY far DESC), max(far), count(*) FROM (" + shifts + ") WHERE isEven AND others < "
                        + MOST_ACTIONS + " AND errors > " + FEWEST_ERRORS + " AND far > " + FEWEST_DEVIATIONS,
                row -> found[0] = row.getLong(3) == 0 ? null : new ActionShift(row.getString(1), row.getDouble(2)));
        return Optional.ofNullable(found[0]);
    }
}
