package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.PlannedPrediction.StepColumns;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The smallest and the largest value of the columns of a plan, and how many rows have none, by one query. */
final class ColumnExtremes {
    private static final int FIRST = 3; // of the numbers of slots, three for each

    private final BitSet summed; // slots whose sum was asked for, in a quarter of the time: is every value finite?
    private final double[] found; // rows, those without a key, those that are blank; then by slot

    /** @param evaluates whether rewards are looked at more closely than cumulants are */
    ColumnExtremes(Plan plan, boolean evaluates) throws SQLException {
        this.summed = evaluates ? new BitSet() : onlyCumulants(plan);
        StringJoiner columns = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
        columns.add(Stream.concat(plan.keys().stream().map(Expression::sql), Stream.of("0"))
                .collect(Collectors.joining(" IS NULL OR ", "count_if(", " IS NULL)")));
        columns.add("count_if(" + StreamChecks.blank(plan) + ")");
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            String sql = plan.slots().sql().get(slot);
            String extremes =
                    summed.get(slot) ? "sum(" + sql + "), 'NaN'::DOUBLE" : "min(" + sql + "), max(" + sql + ")";
            columns.add("count(" + sql + "), " + extremes);
        }
        this.found = plan.log().numbers(columns.toString());
    }

    private static BitSet onlyCumulants(Plan plan) {
        BitSet slots = new BitSet();
        slots(plan.predictions().stream().map(PlannedPrediction::cumulant)).forEach(slots::set);
        slots.clear(0, plan.featureSlots());
        slots(Stream.of(plan.ends().terminates(), plan.ends().truncates())).forEach(slots::clear);
        for (PlannedPrediction one : plan.predictions()) {
            StepColumns steps = one.steps();
            PolicyColumns policy = steps.policy();
            slots(Stream.of(policy.target(), policy.behaviour(), policy.ratio()))
                    .forEach(slots::clear);
            slots(Stream.of(steps.discount(), steps.lambda(), steps.interest())).forEach(slots::clear);
        }
        return slots;
    }

    private static IntStream slots(Stream<NumberSource> sources) {
        return sources.filter(one -> one != null && !one.isConstant()).mapToInt(NumberSource::slot);
    }

    long missing(int slot) {
        return (long) (found[0] - found[FIRST + 3 * slot]);
    }

    double min(int slot) {
        return found[FIRST + 3 * slot + 1];
    }

    double min(NumberSource source) {
        return source.isConstant() ? source.value() : min(source.slot());
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return found[FIRST + 3 * slot + 2];
    }

    double max(NumberSource source) {
        return source.isConstant() ? source.value() : max(source.slot());
    }

    /** Whether all values are; perhaps not where they all are and their sum is not. */
    boolean isFinite(int slot) {
        return Double.isFinite(min(slot)) && (summed.get(slot) || Double.isFinite(max(slot)));
    }

    long missingKeys() {
        return (long) found[1];
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return (long) found[2];
    }
}
