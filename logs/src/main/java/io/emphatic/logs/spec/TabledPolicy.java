package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.experience.Names;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A policy in a table: actions not listed have probability 0, other values of {@code by} make NULL: refused. */
final class TabledPolicy {
    private static final String BEGINS = "policy(";

    private TabledPolicy() {}

    static boolean isMeantBy(Node node) {
        return node instanceof Mapping policy && policy.find("table").isPresent();
    }

    static boolean isMeantBy(String written) {
        return written != null && written.startsWith(BEGINS);
    }

    /** As an expression: {@code policy('bts.csv', 'p', 'position', 'item_id')}. */
    static String text(Mapping policy) {
        policy.requireKeys("a policy", List.of("table", "by", "action", "probability"), Names::didYouMean);
        List<String> parts = new ArrayList<>();
        parts.add(SpecReader.located(policy.directory(), policy.get("table").text()));
        parts.add(policy.get("probability").text());
        policy.find("by").ifPresent(by -> by.items().forEach(column -> parts.add(column.text())));
        parts.add(policy.get("action").text());
        return parts.stream().map(Sql::string).collect(Collectors.joining(", ", BEGINS, ")"));
    }

    /** The probability of the action taken in each row, as a column that the log gets; the action may be null. */
    static Expression of(Log log, String place, String written, Expression action) throws IOException {
        List<String> parts = new ArrayList<>();
        for (String part : Sql.split(place, written.substring(BEGINS.length(), written.length() - 1), Set.of())) {
            parts.add(part.strip().replaceAll("^'|'$", "").replace("''", "'"));
        }
        List<String> ofRow = new ArrayList<>();
        List<String> ofTable = new ArrayList<>();
        for (String column : parts.subList(2, parts.size())) {
            boolean isAction = ofRow.size() == parts.size() - 3;
            Expression value = isAction && action != null ? action : Expression.of(log, place, column);
            ofRow.add(value.sql());
            ofTable.add("TRY_CAST(" + Sql.identifier(column) + " AS " + value.type() + ")"); // 1 is 1.0 among doubles
        }
        int by = ofRow.size() - 1;
        String table = "emphatic_policy_" + log.columns().size();
        return log.ask(place + ": " + written + " cannot be used", () -> {
            if (!log.columns().containsKey(written)) {
                log.execute("CREATE TEMP TABLE " + table + " AS SELECT " + EstimatedBehaviour.asTexts(ofTable)
                        + " AS cell, CAST(" + Sql.identifier(parts.get(1)) + " AS DOUBLE) AS share, "
                        + EstimatedBehaviour.asTexts(ofTable.subList(0, by)) + " AS context FROM "
                        + Sql.string(parts.get(0)));
                log.execute("CREATE TEMP TABLE " + table + "_by AS SELECT DISTINCT context AS cell, 0.0 AS share FROM "
                        + table);
                if (log.wholeNumber("SELECT count(*) - count(DISTINCT cell) FROM " + table) > 0) {
                    throw new IllegalArgumentException(place + ": " + written + " has an action twice");
                }
                String listed = EstimatedBehaviour.lookedUp(log, table, EstimatedBehaviour.asTexts(ofRow));
                String context = EstimatedBehaviour.asTexts(ofRow.subList(0, by));
                String unlisted = EstimatedBehaviour.lookedUp(log, table + "_by", context);
                log.addColumn(written, "coalesce(" + listed + ", " + unlisted + ")");
            }
            return new Expression(place, written, Sql.identifier(written), "DOUBLE", Double.NaN);
        });
    }
}
