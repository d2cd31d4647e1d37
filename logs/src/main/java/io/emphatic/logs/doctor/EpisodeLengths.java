package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeMap;

/** How many episodes of each length ended in a terminal state. */
final class EpisodeLengths {
    private final TreeMap<Long, Long> counts = new TreeMap<>();
    private long episodes;

    long episodes() {
        return episodes;
    }

    long longest() {
        return counts.lastKey();
    }

    /** How many have the greatest length. */
    long ofLongest() {
        return counts.lastEntry().getValue();
    }

    /** Of all rows, by a query. */
    static EpisodeLengths of(Plan plan, RowOrder order) throws SQLException {
        EpisodeLengths lengths = new EpisodeLengths();
        if (plan.ends().terminated() == null) {
            return lengths;
        }
        List<String> stream = plan.stream().stream().map(Expression::sql).toList();
        String ends = plan.ends().terminated().asFlag();
        String cuts =
                plan.ends().truncated() == null ? "0" : plan.ends().truncated().asFlag();
        String keys = stream.isEmpty() ? "0" : "row(" + String.join(", ", stream) + ")";
        String ordered = "SELECT " + ends + " AS ends, " + cuts + " AS cuts, " + keys + " AS stream FROM "
                + order.source() + order.orderBy();
        String numbered =
                "SELECT ends, row_number() OVER () AS n, lag(ends) OVER () + lag(cuts) OVER () > 0 OR stream IS"
                        + " DISTINCT FROM lag(stream) OVER () AS starts FROM (" + ordered + ")";
        String started = "SELECT ends, n, max(CASE WHEN starts OR n = 1 THEN n END) OVER (ROWS UNBOUNDED PRECEDING) AS"
                + " start FROM (" + numbered + ")";
        plan.log()
                .each(
                        "SELECT n - start + 1 AS length, count(*) FROM (" + started
                                + ") WHERE ends = 1 GROUP BY length ORDER BY length",
                        row -> {
                            lengths.counts.put(row.getLong(1), row.getLong(2));
                            lengths.episodes += row.getLong(2);
                        });
        return lengths;
    }
}
