package io.emphatic.logs.doctor;

import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What rows have to be to each other: one after another in time, in streams of more than one, without padding. */
final class StreamChecks {
    private final Plan plan;
    private final Doctor doctor;
    private final Extremes extremes;
    private final RowOrder order;
    private final String place; // what the number of a row is called beside the log's own columns

    StreamChecks(Plan plan, Doctor doctor, Extremes extremes, RowOrder order) {
        this.plan = plan;
        this.doctor = doctor;
        this.extremes = extremes;
        this.order = order;
        this.place = plan.log().alias("place");
    }

    void run() throws SQLException {
        if (extremes.missingKeys() > 0) {
            for (Expression key :
                    Stream.concat(plan.stream().stream(), plan.order().stream()).toList()) {
                missing(key);
            }
            return;
        }
        times();
        steps();
        shortStreams();
        padding();
    }

    private void missing(Expression key) throws SQLException {
        List<Long> rows = doctor.firstRows(key.sql() + " IS NULL");
        if (!rows.isEmpty()) {
            doctor.report(new Finding(
                    Severity.ERROR,
                    "missing-key",
                    key.text(),
                    key.place() + " " + key.text() + " is NULL",
                    rows,
                    "Without it nobody knows which row follows which.",
                    "Fill it in, or leave those rows out of the log."));
        }
    }

    private void times() throws SQLException {
        String time = texts(plan.order());
        if (order.duplicated() > 0) {
            String keys = sql(
                    Stream.concat(plan.stream().stream(), plan.order().stream()).toList());
            List<Long> rows = new ArrayList<>();
            plan.log()
                    .each(
                            "SELECT place FROM (SELECT " + place + " AS place, count(*) OVER (PARTITION BY " + keys
                                    + ") AS times FROM (SELECT *, row_number() OVER () AS " + place + " FROM "
                                    + Log.VIEW + ")) WHERE times > 1 ORDER BY place LIMIT " + Doctor.ROWS_NAMED,
                            row -> rows.add(row.getLong(1)));
            doctor.report(new Finding(
                    Severity.ERROR,
                    "duplicated-time",
                    time,
                    "order " + time + " has the same value in two rows of one stream, " + order.duplicated() + " times",
                    rows,
                    "Which of them came first is not known, and learning depends on it.",
                    plan.stream().isEmpty()
                            ? "If the log holds several streams, name the column that tells them apart as the stream."
                            : "Name a finer order, or several columns: order: day, time."));
        }
        if (order.unordered() > 0) {
            doctor.report(new Finding(
                    Severity.WARNING,
                    "unordered-time",
                    time,
                    "order " + time + " goes backwards in " + order.unordered() + " rows of the file",
                    firstBackwards(),
                    "Rows are sorted before learning, so nothing is wrong with that as such; a clock that was set back, or times"
                            + " written as text, would look the same.",
                    "Check that the column is the time of the row."));
        }
    }

    private List<Long> firstBackwards() throws SQLException {
        String stream = sql(plan.stream());
        String time = "row(" + sql(plan.order()) + ")";
        String same = stream.isEmpty() ? "true" : "row(" + stream + ") = lag(row(" + stream + ")) OVER ()";
        return doctor.firstRows("coalesce(" + same + " AND " + time + " < lag(" + time + ") OVER (), false)");
    }

    /** A step needs the row after it, or the word that nothing comes after. */
    private void steps() throws SQLException {
        boolean ends =
                plan.terminated() != null && extremes.max(plan.terminates().slot()) > 0;
        boolean cuts = plan.truncated() != null && extremes.max(plan.truncates().slot()) > 0;
        if (!ends && (cuts ? isCutBehindEveryRow() : order.rows() == order.streams())) {
            doctor.report(
                    new Finding(
                            Severity.WARNING,
                            "no-steps",
                            cuts ? plan.truncated().text() : texts(plan.stream()),
                            "there is no step to learn from: every row is cut off or the last of its stream, and none is terminated",
                            List.of(),
                            "A step is learned from where it led, so all weights will stay 0.",
                            "Give a log with several rows a stream; if these are episodes of one step, mark them as terminated."));
        }
    }

    /** Whether all rows that are not cut off are the last of their streams. */
    private boolean isCutBehindEveryRow() throws SQLException {
        String flag = plan.truncated().asFlag();
        long open = count("SELECT count_if(" + flag + " = 0) FROM " + Log.VIEW);
        if (open > order.streams()) {
            return false; // there are not as many last rows
        }
        String cut = plan.log().alias("cut");
        String numbered =
                "(SELECT *, " + flag + " AS " + cut + ", row_number() OVER () AS " + place + " FROM " + Log.VIEW + ")";
        String group = plan.stream().isEmpty() ? "" : " GROUP BY " + sql(plan.stream());
        String last = "SELECT max_by(" + cut + ", " + time() + ") AS " + cut + " FROM " + numbered + group;
        return open == count("SELECT count_if(" + cut + " = 0) FROM (" + last + ")");
    }

    /** What orders the rows of a stream, beside {@link #place}. */
    private String time() {
        return plan.order().isEmpty() ? place : "row(" + sql(plan.order()) + ")";
    }

    private long count(String query) throws SQLException {
        long[] count = new long[1];
        plan.log().each(query, row -> count[0] = row.getLong(1));
        return count[0];
    }

    private void shortStreams() throws SQLException {
        if (plan.stream().isEmpty()) {
            return;
        }
        String ended = plan.terminated() == null ? "0" : plan.terminated().asFlag();
        List<Long> rows = new ArrayList<>();
        String having = " GROUP BY " + sql(plan.stream()) + " HAVING count(*) = 1 AND max(" + ended + ") = 0";
        long single = order.streams() > 1 && !doctor.hasFound("no-steps")
                ? count("SELECT count(*) FROM (SELECT 1 FROM " + Log.VIEW + having + ")")
                : 0;
        if (single > 0) {
            String first = "SELECT min(" + place + ") AS " + place + " FROM (SELECT *, row_number() OVER () AS " + place
                    + " FROM " + Log.VIEW + ")" + having;
            plan.log()
                    .each(
                            first + " ORDER BY " + place + " LIMIT " + Doctor.ROWS_NAMED,
                            row -> rows.add(row.getLong(1)));
            doctor.report(new Finding(
                    Severity.WARNING,
                    "single-row-stream",
                    texts(plan.stream()),
                    single + " of " + order.streams() + " streams have one row only and do not end there",
                    rows,
                    "Nothing is known of what came after that row, so nothing is learned from it.",
                    "Check the stream column; if these are episodes of one step, mark them as terminated."));
        }
    }

    /** Loggers that write a last observation without an action fill the rest of its row with zeros. */
    private void padding() throws SQLException {
        long lastRows = order.streams();
        if (extremes.blankRows() == 0
                || extremes.blankRows() == order.rows()
                || extremes.blankRows() < (lastRows + 1) / 2) {
            return;
        }
        String padded = plan.log().alias("blank");
        String by = time();
        String group = plan.stream().isEmpty() ? "" : " GROUP BY " + sql(plan.stream());
        String last = "SELECT max_by(" + place + ", " + by + ") AS " + place + ", max_by(" + padded + ", " + by
                + ") AS " + padded
                + " FROM (SELECT *, (" + Extremes.blank(plan) + ") AS " + padded + ", row_number() OVER () AS " + place
                + " FROM " + Log.VIEW + ")" + group;
        List<Long> rows = new ArrayList<>();
        long blank = count("SELECT count_if(" + padded + ") FROM (" + last + ")");
        long elsewhere = extremes.blankRows() - blank;
        boolean most = 2 * blank >= lastRows;
        boolean onlyThere = 10 * elsewhere * lastRows < blank * Math.max(1, order.rows() - lastRows);
        if (most && onlyThere) {
            plan.log()
                    .each(
                            "SELECT " + place + " FROM (" + last + ") WHERE " + padded + " ORDER BY " + place
                                    + " LIMIT " + Doctor.ROWS_NAMED,
                            row -> rows.add(row.getLong(1)));
            doctor.report(new Finding(
                    Severity.WARNING,
                    "padding",
                    "features",
                    "the last row of " + blank + " of " + lastRows + " streams has all features and rewards 0",
                    rows,
                    "It looks like padding behind the end. The row before would be learned as leading there, with the prediction of"
                            + " a state without features.",
                    "Leave those rows out; if the episode ended, mark the row before as terminated."));
        }
    }

    private static String sql(List<Expression> expressions) {
        return expressions.stream().map(Expression::sql).collect(Collectors.joining(", "));
    }

    private static String texts(List<Expression> expressions) {
        return expressions.stream().map(Expression::text).collect(Collectors.joining(", "));
    }
}
