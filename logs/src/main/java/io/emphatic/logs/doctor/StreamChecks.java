package io.emphatic.logs.doctor;

import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks of rows against each other: ordered in time, in streams of more than one row, without padding. */
final class StreamChecks {
    private static final long FEWEST_EPISODES = 5;
    private static final long SHORTEST_LIMIT = 10;
    private static final long LEAST_SHARE = 5; // one fifth

    /** Seconds since 1970 are larger, and so are days written as 20240131, but not the numbers of steps. */
    private static final long SMALLEST_CLOCK = 10_000_000;

    private static final String FOLLOWS =
            "stream IS NOT DISTINCT FROM lag(stream) OVER () AND lag(ends) OVER () = 0 AS follows";

    private final Plan plan;
    private final Examination exam;
    private final ColumnExtremes extremes;
    private final RowOrder order;
    private final String row; // the name of a column with the number of each row in the file
    private final String last; // the name of a column with the value of an expression in the last row of a stream
    private final String numbered; // the log with the column of row numbers

    StreamChecks(Plan plan, Examination exam, ColumnExtremes extremes, RowOrder order) {
        this.plan = plan;
        this.exam = exam;
        this.extremes = extremes;
        this.order = order;
        this.row = plan.log().alias("file_row");
        this.last = plan.log().alias("last_value");
        this.numbered = "(SELECT *, row_number() OVER () AS " + row + " FROM " + Log.VIEW + ")";
    }

    /** @param evaluates whether the log is evaluated: then no order matters where every row is an episode */
    void run(boolean evaluates) throws SQLException {
        if (extremes.missingKeys() > 0) {
            for (Expression key : plan.keys()) {
                missing(key);
            }
            return;
        }
        boolean isOrdered = !evaluates || !(extremes.min(plan.ends().terminates()) > 0);
        if (isOrdered) {
            times();
        }
        if (plan.next() == null) {
            if (isOrdered) {
                gaps();
            }
            steps();
            shortStreams();
        } else {
            leads();
        }
        timeLimits();
        padding();
    }

    private void missing(Expression key) throws SQLException {
        List<Long> rows = exam.firstRows(key.sql() + " IS NULL");
        if (!rows.isEmpty()) {
            String message = key.place() + " " + key.text() + " is NULL" + exam.lacking(key);
            exam.error("missing-key", key.text(), message, rows);
        }
    }

    private void times() throws SQLException {
        String time = texts(plan.order());
        if (order.duplicated() > 0) {
            String counted = "SELECT " + row + ", count(*) OVER (PARTITION BY " + sql(plan.keys()) + ") AS times FROM "
                    + numbered;
            String message =
                    "order " + time + " has the same value in two rows of one stream, " + order.duplicated() + " times";
            List<Long> rows = exam.firstRows(row, counted, "times > 1");
            String why = "Which of them came first is not known, and learning depends on it.";
            String remedy = plan.stream().isEmpty()
                    ? "If the log holds several streams, name the column that tells them apart as the stream."
                    : "Name a finer order, or several columns: order: day, time.";
            exam.error("duplicated-time", time, message, rows, why, remedy);
        }
        if (order.unordered() > 0) {
            String message =
                    "order " + time + " goes backwards in " + Numbers.count(order.unordered(), "row") + " of the file";
            exam.warning("unordered-time", time, message, firstBackwards());
        }
    }

    private List<Long> firstBackwards() throws SQLException {
        String stream = sql(plan.stream());
        String time = "row(" + sql(plan.order()) + ")";
        String same = stream.isEmpty() ? "true" : "row(" + stream + ") = lag(row(" + stream + ")) OVER ()";
        return exam.firstRows("coalesce(" + same + " AND " + time + " < lag(" + time + ") OVER (), false)");
    }

    /** Of rows that are counted: a number that goes up by more than it does elsewhere, not behind an end or a cut. */
    private void gaps() throws SQLException {
        boolean isCount = plan.order().size() == 1 && plan.order().get(0).isWhole();
        if (!isCount || plan.ends().timeStep() != null || exam.hasFound("duplicated-time")) {
            return;
        }
        String neighbours = "SELECT time, " + FOLLOWS + ", CASE WHEN stream IS NOT DISTINCT FROM lag(stream) OVER ()"
                + " THEN time - lag(time) OVER () END AS up FROM ("
                + ordered("CAST(" + sql(plan.order()) + " AS HUGEINT) AS time") + ")";
        double[] found = plan.log().numbers("SELECT min(time), count(up), min(up), max(up) FROM (" + neighbours + ")");
        long step = (long) found[2];
        if (found[0] >= SMALLEST_CLOCK || found[3] == step) {
            return;
        }
        long gaps = plan.log().wholeNumber("SELECT count_if(follows AND up > " + step + ") FROM (" + neighbours + ")");
        if (gaps > 0) {
            String time = texts(plan.order());
            String message = Numbers.count(gaps) + " of " + Numbers.count((long) found[1])
                    + " neighbours are not successive: order " + time + " goes up by more than " + step;
            String why = "The next row is learned from as what the action led to, and there it is a later state.";
            String remedy = "If " + time + " counts steps, say so and every gap is a cut: order: {by: " + time
                    + ", step: " + step + "}; if the row itself holds the next state, name its columns: next.";
            exam.warning("time-gap", time, message, why, remedy);
        }
    }

    /** Rows that hold their next state: does the next row of the stream begin there? */
    private void leads() throws SQLException {
        boolean remembers = plan.predictions().stream().anyMatch(StreamChecks::hasMemory);
        if (!remembers) {
            return;
        }
        List<String> slots = plan.slots().sql();
        String now = slots.subList(0, plan.featureSlots()).stream().collect(Collectors.joining(", ", "[", "]"));
        String led = IntStream.range(0, plan.featureSlots())
                .mapToObj(slot -> slots.get(plan.next().slot(slot)))
                .collect(Collectors.joining(", ", "[", "]"));
        String pairs = "SELECT " + FOLLOWS + ", now = lag(led) OVER () AS there FROM ("
                + ordered(now + " AS now, " + led + " AS led") + ")";
        double[] counts =
                plan.log().numbers("SELECT count_if(follows), count_if(follows AND NOT there) FROM (" + pairs + ")");
        if (counts[1] > 0) {
            String message = "in " + Numbers.count((long) counts[1]) + " of " + Numbers.count((long) counts[0])
                    + " neighbours the next state of a row is not the state of the row after it";
            exam.warning("next-state", "next", message);
        }
    }

    /** A query for the rows in order: the stream, whether it ends there or is cut, and more. */
    private String ordered(String more) {
        String keys = sql(plan.stream());
        String stream = plan.stream().isEmpty() ? "0" : plan.stream().size() == 1 ? keys : "row(" + keys + ")";
        String ends = Stream.of(plan.ends().terminated(), plan.ends().truncated())
                .map(flag -> flag == null ? "0" : flag.asFlag())
                .collect(Collectors.joining(" + "));
        return "SELECT " + stream + " AS stream, " + ends + " AS ends, " + more + " FROM " + order.source()
                + order.orderBy();
    }

    private static boolean hasMemory(PlannedPrediction prediction) {
        NumberSource lambda = prediction.steps().lambda();
        FixedPoint weighting = prediction.config().algorithm().fixedPoint();
        return !(lambda.isConstant() && lambda.value() == 0)
                || weighting == FixedPoint.EMPHASIS
                || weighting == FixedPoint.BETA_EMPHASIS;
    }

    /** Many episodes that end at the same length look like a limit of time, which is a cut and no end. */
    private void timeLimits() throws SQLException {
        if (plan.ends().terminated() == null) {
            return;
        }
        String numbered =
                "SELECT terminated, row_number() OVER () AS n, ends > 0 OR stream IS DISTINCT FROM lead(stream)"
                        + " OVER () AS is_last FROM ("
                        + ordered(plan.ends().terminated().asFlag() + " AS terminated") + ")";
        String lengths =
                "SELECT terminated, n - coalesce(lag(n) OVER (), 0) AS length FROM (" + numbered + ") WHERE is_last";
        double[] found = plan.log()
                .numbers("SELECT max(length), arg_max(episodes, length), sum(episodes) FROM (SELECT length,"
                        + " count(*) AS episodes FROM (" + lengths + ") WHERE terminated = 1 GROUP BY length)");
        long longest = (long) found[0];
        long same = (long) found[1];
        long episodes = (long) found[2];
        if (longest >= SHORTEST_LIMIT && same >= FEWEST_EPISODES && same * LEAST_SHARE >= episodes) {
            String message = Numbers.count(same) + " of " + Numbers.count(episodes) + " episodes end after exactly "
                    + Numbers.count(longest, "row") + ", as terminated";
            exam.warning("time-limit", plan.ends().terminated().text(), message);
        }
    }

    /** A step needs the row after it, or a flag that it terminates. */
    private void steps() throws SQLException {
        boolean ends = extremes.max(plan.ends().terminates()) > 0;
        boolean cuts = extremes.max(plan.ends().truncates()) > 0;
        String pairs = "SELECT count_if(follows) FROM (SELECT " + FOLLOWS + " FROM (" + ordered("0") + "))";
        if (!ends && (cuts || order.rows() == order.streams()) && plan.log().wholeNumber(pairs) == 0) {
            String message =
                    "there is no step to learn from: every row is cut off or the last of its stream, and none is"
                            + " terminated";
            exam.warning("no-steps", cuts ? plan.ends().truncated().text() : texts(plan.stream()), message);
        }
    }

    /** A query for the last row of each stream: its number {@link #row}, and the value {@link #last} of something. */
    private String lastOfStreams(String expression) {
        String time = plan.order().isEmpty() ? row : "row(" + sql(plan.order()) + ")";
        return "SELECT max_by(" + row + ", " + time + ") AS " + row + ", max_by(" + expression + ", " + time + ") AS "
                + last + " FROM " + numbered + (plan.stream().isEmpty() ? "" : " GROUP BY " + sql(plan.stream()));
    }

    private void shortStreams() throws SQLException {
        if (plan.stream().isEmpty()) {
            return;
        }
        String ended = plan.ends().terminated() == null
                ? "0"
                : plan.ends().terminated().asFlag();
        String having = " GROUP BY " + sql(plan.stream()) + " HAVING count(*) = 1 AND max(" + ended + ") = 0";
        long single = order.streams() > 1 && !exam.hasFound("no-steps")
                ? plan.log().wholeNumber("SELECT count(*) FROM (SELECT 1 FROM " + Log.VIEW + having + ")")
                : 0;
        if (single > 0) {
            String message = single + " of " + order.streams() + " streams have one row only and do not end there";
            List<Long> rows =
                    exam.firstRows(row, "SELECT min(" + row + ") AS " + row + " FROM " + numbered + having, "true");
            exam.warning("single-row-stream", texts(plan.stream()), message, rows);
        }
    }

    /** Loggers that write a last observation without an action fill the rest of its row with zeros. */
    private void padding() throws SQLException {
        long lastRows = order.streams();
        long blankRows = extremes.blankRows();
        if (blankRows == 0 || blankRows == order.rows() || blankRows < (lastRows + 1) / 2) {
            return;
        }
        String lastRow = lastOfStreams(ColumnExtremes.blank(plan));
        long blank = plan.log().wholeNumber("SELECT count_if(" + last + ") FROM (" + lastRow + ")");
        long elsewhere = blankRows - blank;
        boolean most = 2 * blank >= lastRows;
        boolean onlyThere = 10 * elsewhere * lastRows < blank * Math.max(1, order.rows() - lastRows);
        if (most && onlyThere) {
            String message = "the last row of " + blank + " of " + lastRows + " streams has all features and rewards 0";
            List<Long> rows = exam.firstRows(row, lastRow, last);
            exam.warning("padding", "features", message, rows);
        }
    }

    private static String sql(List<Expression> expressions) {
        return expressions.stream().map(Expression::sql).collect(Collectors.joining(", "));
    }

    private static String texts(List<Expression> expressions) {
        return expressions.stream().map(Expression::text).collect(Collectors.joining(", "));
    }
}
