package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A behaviour by counting: {@code frequency(site)} is the share of the action among rows of the same site. */
public final class EstimatedBehaviour {
    private static final Pattern WRITTEN = Pattern.compile("(?is)\\s*frequency\\s*\\((.*)\\)\\s*");

    /** Looking a share up slows down with their number, and shares of more groups say little. */
    private static final int MOST_SHARES = 100_000;

    private EstimatedBehaviour() {}

    /** Whether a behaviour, as it was written, is estimated; null is not. */
    public static boolean isMeantBy(String behaviour) {
        return behaviour != null && WRITTEN.matcher(behaviour).matches();
    }

    /** {@code {frequency: [site, shift]}} as an expression. */
    static String text(Mapping behaviour) {
        behaviour.requireKeys("behaviour", List.of("frequency"), (key, known) -> "");
        Node columns = behaviour.find("frequency").orElseThrow(() -> behaviour.error("frequency is missing"));
        return columns.items().stream().map(Node::text).collect(Collectors.joining(", ", "frequency(", ")"));
    }

    static Expression of(Log log, String place, String behaviour, Expression action) throws IOException {
        if (action == null) {
            throw EvaluationSpec.withoutAction(place + ": " + behaviour + " counts actions");
        }
        if (!log.hasRows()) {
            throw new IllegalArgumentException(place + ": " + behaviour + " counts the rows of a log, and there are"
                    + " none yet\nLog the probability of the action taken, and name its column.");
        }
        Matcher written = WRITTEN.matcher(behaviour);
        String columns = written.matches() ? written.group(1) : "";
        List<Expression> context = Plan.keys(log, place, columns.isBlank() ? null : columns);
        String name = "frequency(" + action.text() + " | "
                + context.stream().map(Expression::text).collect(Collectors.joining(", ")) + ")";
        if (!log.columns().containsKey(name)) {
            log.ask(
                    place + ": " + behaviour + " cannot be counted",
                    () -> addShares(log, place, name, context, action));
        }
        return new Expression(place, behaviour, Sql.identifier(name), "DOUBLE", Double.NaN);
    }

    /** A join would lose the order of the rows: shares are looked up in a list, by the number of their group. */
    private static String addShares(Log log, String place, String name, List<Expression> context, Expression action)
            throws SQLException {
        List<Expression> all = new ArrayList<>(context);
        all.add(action);
        String cell = asText(all);
        String shares = "emphatic_shares_" + log.columns().size();
        log.execute("CREATE TEMP TABLE " + shares + " AS SELECT cell, CAST(taken AS DOUBLE) / sum(taken) OVER"
                + " (PARTITION BY context) AS share FROM (SELECT " + asText(context) + " AS context, " + cell
                + " AS cell, count(*) AS taken FROM " + Log.VIEW + " GROUP BY ALL)");
        long count = log.wholeNumber("SELECT count(*) FROM " + shares);
        if (count > MOST_SHARES) {
            throw new IllegalArgumentException(place + ": there are " + count + " combinations of "
                    + all.stream().map(Expression::text).collect(Collectors.joining(", ")) + ", more than "
                    + MOST_SHARES + "\nCount over coarser values: round numbers, or leave columns out.");
        }
        return log.addColumn(name, count == 0 ? "CAST(NULL AS DOUBLE)" : lookedUp(log, shares, cell));
    }

    /** What a table has as {@code share} for the {@code cell} of a row, as an expression; NULL for an unknown one. */
    static String lookedUp(Log log, String table, String cell) throws SQLException {
        log.execute("CREATE TYPE " + table + "_cell AS ENUM (SELECT cell FROM " + table + " ORDER BY cell)");
        log.execute("SET VARIABLE " + table + " = (SELECT list(share ORDER BY cell) FROM " + table + ")");
        return "list_extract(getvariable('" + table + "'), CAST(enum_code(TRY_CAST(" + cell + " AS " + table
                + "_cell)) AS BIGINT) + 1)";
    }

    private static String asText(List<Expression> values) {
        return asTexts(values.stream().map(Expression::sql).toList());
    }

    static String asTexts(List<String> values) {
        String texts =
                values.stream().map(value -> "CAST(" + value + " AS VARCHAR)").collect(Collectors.joining(", "));
        return values.isEmpty() ? "''" : "CAST(to_json([" + texts + "]) AS VARCHAR)";
    }
}
