package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether rows, or streams, that share a value of a column which the spec does not use earn alike, as those of one user
 * do, whatever the column is called. With the deviations e of what each earns,
 *
 * <pre>
 *   z = Σ_g ((Σ e)² − Σ e²) / √(2 Σ_g ((Σ e²)² − Σ e⁴))
 * </pre>
 *
 * is about standard normal where they do not: pairs within a group are uncorrelated then. Values that are measurements
 * are alike with their neighbours, too, and no cluster: as z, of the products of neighbouring groups.
 */
record AlikeRows(EvaluationPlan evaluation, Examination exam, ColumnExtremes extremes) {
    private static final double LEVEL = 0.01; // how often a log without such a column may be complained about
    private static final long FEWEST_GROUPS = 20; // fewer are the values of a context
    private static final long FEWEST_REPEATS = 20;
    private static final String VALUES = "(?s).*INT|U?INTEGER|VARCHAR|UUID|ENUM.*";

    private record Likeness(double units, double groups, double z, double neighbours, double inflation) {}

    void run() throws SQLException {
        Plan plan = evaluation.plan();
        NumberSource reward = plan.predictions().get(0).cumulant();
        boolean isEachRow = plan.stream().isEmpty() && extremes.min(plan.ends().terminates()) > 0;
        if (exam.hasErrors() || exam.hasFound("shared-streams") || reward.isConstant()) {
            return;
        }
        List<Expression> unit = plan.stream().subList(0, evaluation.clusterKeys());
        Map<String, Likeness> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> column : plan.log().givenColumns().entrySet()) {
            boolean isFree = column.getValue().matches(VALUES) && !isUsed(column.getKey());
            if (isFree && (isEachRow || !unit.isEmpty())) {
                add(column.getKey(), unit, plan.slots().sql().get(reward.slot()), found);
            }
        }
        double limit =
                found.isEmpty() ? 0 : NormalDistribution.of(0, 1).inverseSurvivalProbability(LEVEL / found.size());
        found.entrySet().stream()
                .filter(one -> one.getValue().z > limit && one.getValue().neighbours < one.getValue().z / 2)
                .max(Map.Entry.comparingByValue((a, b) -> Double.compare(a.z, b.z)))
                .ifPresent(one -> report(one.getKey(), one.getValue(), isEachRow));
    }

    private boolean isUsed(String column) {
        Plan plan = evaluation.plan();
        Stream<Expression> written = Stream.of(
                        plan.slots().expressions().stream(),
                        plan.keys().stream(),
                        Stream.of(plan.action(), evaluation.available(), evaluation.outcomeAge())
                                .filter(Objects::nonNull))
                .flatMap(all -> all);
        return Stream.concat(written.map(Expression::text), plan.featureMap().texts().stream())
                .anyMatch(text -> Sql.mentions(text, column));
    }

    /** Measures a column that is the same within each unit, repeats, and is neither the action nor made of another. */
    private void add(String column, List<Expression> unit, String reward, Map<String, Likeness> found)
            throws SQLException {
        Plan plan = evaluation.plan();
        String name = Sql.identifier(column);
        String keys = unit.stream().map(Expression::asKey).collect(Collectors.joining(", ", "[", "]"));
        String earned = plan.action() == null
                ? reward
                : reward + " - avg(" + reward + ") OVER (PARTITION BY "
                        + plan.action().sql() + ")";

        String rows = "SELECT " + name + " AS value, " + earned + " AS earned, "
                + (unit.isEmpty() ? "row_number() OVER ()" : "to_json(" + keys + ")") + " AS unit FROM " + Log.VIEW;
        String units =
                "SELECT min(value) AS value, sum(earned) AS earned, min(value) IS NOT DISTINCT FROM max(value) AS"
                        + " same FROM (" + rows + ") GROUP BY unit";
        String centred = "SELECT value, same, earned - avg(earned) OVER () AS e FROM (" + units + ")";
        String groups =
                "SELECT value, count(*) AS n, sum(e) AS s, sum(e * e) AS q, sum(e * e * e * e) AS f, bool_and(same)"
                        + " AS same FROM (" + centred + ") GROUP BY value";
        String neighbours =
                "SELECT *, lag(s) OVER w AS s0, lag(q) OVER w AS q0 FROM (" + groups + ") WINDOW w AS (ORDER BY value)";
        double[] sums = plan.log()
                .numbers("SELECT sum(n), count(*), sum(s * s), sum(q), sum(q * q - f), sum(s * s0), sum(q * q0),"
                        + " CAST(bool_and(same) AS INTEGER) FROM (" + neighbours + ")");
        boolean isRepeated = sums[1] >= FEWEST_GROUPS && sums[0] >= sums[1] + FEWEST_REPEATS;
        if (isRepeated && sums[7] == 1 && sums[4] > 0 && !isOfAction(name, sums[1])) {
            found.put(
                    column,
                    new Likeness(
                            sums[0],
                            sums[1],
                            (sums[2] - sums[3]) / Math.sqrt(2 * sums[4]),
                            sums[5] / Math.sqrt(sums[6]),
                            Math.sqrt(sums[2] / sums[3])));
        }
    }

    /** Whether policies say the same for each value, and mostly something else for others: it is what was done. */
    private boolean isOfAction(String name, double groups) throws SQLException {
        Plan plan = evaluation.plan();
        for (NumberSource source : plan.policies().stream()
                .flatMap(policy -> Stream.of(policy.target(), policy.behaviour(), policy.ratio()))
                .filter(one -> one != null && !one.isConstant())
                .distinct()
                .toList()) {
            String sql = plan.slots().sql().get(source.slot());
            double[] counts = plan.log()
                    .numbers("SELECT count(DISTINCT " + sql + "), count(DISTINCT row(" + sql + ", " + name + ")) FROM "
                            + Log.VIEW);
            if (counts[1] == groups && counts[0] > groups / 2) {
                return true;
            }
        }
        return false;
    }

    private void report(String column, Likeness found, boolean isEachRow) {
        String units = isEachRow ? "rows" : "streams";
        String message = units + " with the same " + column + " are alike: " + Numbers.count((long) found.units) + " "
                + units + " have " + Numbers.count((long) found.groups) + " values, and standard errors would be "
                + Numbers.significant(found.inflation, 2) + " times too small";
        String why = "What comes from the same one is no evidence of its own.";
        String remedy = "Add cluster: " + column
                + ". If it is a context, and these are all of its values, name it among" + " the features instead.";
        exam.note("alike-rows", column, message, why, remedy);
    }
}
