package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * Which rows of a stream are successive: those whose times differ by one step. Times are counted from the smallest of
 * the log, so that whole numbers of any size stay exact; those of a clock are seconds.
 *
 * @param time where the time of a row comes from
 * @param tolerance how much a difference may be off, for the sake of rounding
 * @param rounds whether times are floating-point numbers whose largest is not known, so that each says how it is
 *     rounded
 */
public record TimeStep(NumberSource time, double origin, double step, double tolerance, boolean rounds) {

    /** Null where gaps do not matter. */
    static TimeStep of(Log log, RowShape shape, List<Expression> order, Slots slots) throws IOException {
        if (!shape.hasStep()) {
            return null;
        }
        if (order.size() != 1) {
            throw new IllegalArgumentException("order: step needs one column that orders the rows, not "
                    + (order.isEmpty() ? "none" : String.valueOf(order.size())));
        }
        Expression time = order.get(0).inSeconds();
        String number = time.asDouble();
        try {
            String extremes = "SELECT CAST(min(" + time.sql() + ") AS VARCHAR), max(abs(" + number + ")), coalesce(min("
                    + number + "), 0) FROM " + Log.VIEW;
            String[] first = new String[1];
            double[] largest = new double[2];
            log.each(extremes, row -> {
                first[0] = row.getString(1);
                largest[0] = row.getDouble(2);
                largest[1] = row.getDouble(3);
            });
            String origin = first[0] == null ? "0" : "CAST(" + Sql.string(first[0]) + " AS " + time.type() + ")";
            String since = "CAST(" + time.sql() + " - " + origin + " AS DOUBLE)";
            double tolerance = 1e-9 * shape.step() + (time.isFloating() ? 4 * Math.ulp(largest[0]) : 0);
            boolean rounds = time.isFloating() && !log.hasRows();
            return new TimeStep(slots.source(since, time), largest[1], shape.step(), tolerance, rounds);
        } catch (SQLException e) {
            throw SqlFailure.in(log, time.place(), time.text(), e);
        }
    }

    public boolean isGap(double before, double now) {
        double rounding = rounds ? 4 * Math.ulp(Math.max(Math.abs(now), Math.abs(before))) : 0;
        return !(Math.abs(now - before - step) <= tolerance + rounding);
    }
}
