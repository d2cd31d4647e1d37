package io.emphatic.logs.spec;

import io.emphatic.logs.spec.PlannedPrediction.WrittenExpressions;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A spec resolved against a log: one query with numeric columns and the keys of the rows, and the meaning of each
 * column. An invalid expression is refused before a plan exists.
 */
public final class Plan {
    private final Log log;
    private final Spec spec;
    private final FeatureMap featureMap;
    private final Slots slots = new Slots();
    private final FeatureReader features;
    private final int featureSlots;
    private final List<Expression> stream;
    private final List<Expression> order;
    private final Expression terminated;
    private final Expression truncated;
    private final Expression action;
    private final NumberSource terminates;
    private final NumberSource truncates;
    private final List<PlannedPrediction> predictions = new ArrayList<>();
    private final List<PolicyColumns> policies;

    private Plan(Log log, Spec spec) throws IOException {
        this.log = log;
        this.spec = spec;
        this.featureMap = FeatureMap.of(log, spec.features());
        this.features = featureMap.bind(log, slots);
        this.featureSlots = slots.size();
        this.stream = keys(log, "stream", spec.stream());
        this.order = keys(log, "order", spec.order());
        this.terminated = flag("terminated", spec.terminated());
        this.truncated = flag("truncated", spec.truncated());
        this.action = spec.action() == null ? null : Expression.of(log, "action", spec.action());
        this.terminates = source(terminated);
        this.truncates = source(truncated);
        for (Spec.Prediction prediction : spec.predictions()) {
            predictions.add(plan(prediction));
        }
        this.policies = predictions.stream()
                .map(prediction -> prediction.steps().policy())
                .distinct()
                .toList();
    }

    /** Resolves a spec. */
    public static Plan of(Log log, Spec spec) throws IOException {
        return new Plan(log, spec);
    }

    public static List<Expression> keys(Log log, String place, String text) throws IOException {
        List<Expression> keys = new ArrayList<>();
        if (text != null) {
            for (String item : Sql.split(place, text, log.columns().keySet())) {
                keys.add(Expression.of(log, place, item));
            }
        }
        return keys;
    }

    private Expression flag(String name, String written) throws IOException {
        if (written != null) {
            return Expression.of(log, name, written);
        }
        return Expression.columnNamed(log, name).isPresent() ? Expression.of(log, name, name) : null;
    }

    private NumberSource source(Expression flag) {
        return flag == null ? NumberSource.constant(0) : NumberSource.slot(slots.add(flag.asFlag(), flag));
    }

    private PlannedPrediction plan(Spec.Prediction p) throws IOException {
        String place = spec.predictions().size() == 1 ? "" : p.name() + ": ";
        if (p.cumulant() == null && Expression.columnNamed(log, "reward").isEmpty()) {
            throw new IllegalArgumentException(place + "cumulant is missing: name the column of what is to be predicted"
                    + "\nIt is the column reward unless told otherwise, and the log has none of that name.");
        }
        if (p.discount() == null) {
            throw new IllegalArgumentException(
                    place + "discount is missing: a number in [0, 1], a column or a SQL expression"
                            + "\nA prediction over the next 1/(1 − γ) rows or so has the discount γ: 0.99 looks ahead about 100 rows.");
        }
        WrittenExpressions written = new WrittenExpressions(
                number(place + "target", p.target()),
                number(place + "behaviour", p.behaviour()),
                number(place + "ratio", p.ratio()),
                number(place + "discount", p.discount()),
                number(place + "lambda", p.lambda() == null ? "0" : p.lambda()),
                number(place + "interest", p.interest() == null ? "1" : p.interest()));
        NumberSource behaviour = optional(written.behaviour());
        // On-policy: π = μ, or only ρ = 1 when μ is not known either.
        PolicyColumns policy = new PolicyColumns(
                p.target() == null ? behaviour : optional(written.target()),
                behaviour,
                p.ratio() != null ? optional(written.ratio()) : behaviour == null ? NumberSource.constant(1) : null);
        NumberSource cumulant =
                slots.source(number(place + "cumulant", p.cumulant() == null ? "reward" : p.cumulant()));
        StepColumns steps = new StepColumns(
                policy,
                slots.source(written.discount()),
                slots.source(written.lambda()),
                slots.source(written.interest()));
        return new PlannedPrediction(p.name(), p.config(), steps, cumulant, written);
    }

    private Expression number(String place, String text) throws IOException {
        return text == null ? null : Expression.ofNumber(log, place, text);
    }

    private NumberSource optional(Expression expression) {
        return expression == null ? null : slots.source(expression);
    }

    /** Looks at the keys of all rows. */
    public RowOrder rowOrder() throws IOException {
        try {
            return RowOrder.of(log, stream, order);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The query: every slot as a number, then the keys asked for, in the order of learning. */
    public String query(RowOrder rowOrder, List<Expression> keys, long offset) {
        return slots.select(keys, rowOrder.source()) + rowOrder.orderBy() + (offset > 0 ? " OFFSET " + offset : "");
    }

    /** Finds the expression that makes a query over all of them fail, by trying each alone. */
    public IOException failure(SQLException e) {
        List<Expression> suspects = new ArrayList<>(slots.expressions());
        suspects.addAll(stream);
        suspects.addAll(order);
        if (action != null) {
            suspects.add(action);
        }
        for (Expression suspect : suspects) {
            try {
                log.each("SELECT max(CAST(" + suspect.sql() + " AS VARCHAR)) FROM " + Log.VIEW, row -> {});
            } catch (SQLException alone) {
                return new IOException(
                        SqlFailure.in(log, suspect.place(), suspect.text(), alone)
                                .getMessage(),
                        e);
            }
        }
        return new IOException(log.name() + " cannot be read: " + SqlFailure.message(e), e);
    }

    /**
     * What is wrong with a row, and which row it is.
     *
     * @param row counted from 0 in the order of learning
     */
    public IllegalArgumentException misfit(long row, IllegalArgumentException e) {
        return new IllegalArgumentException(
                e.getMessage() + " (row " + (row + 1) + " of " + log.name() + " in the order of learning)", e);
    }

    public Log log() {
        return log;
    }

    public Spec spec() {
        return spec;
    }

    public FeatureMap featureMap() {
        return featureMap;
    }

    public FeatureReader features() {
        return features;
    }

    public Slots slots() {
        return slots;
    }

    /** The first so many slots are those of features. */
    public int featureSlots() {
        return featureSlots;
    }

    public List<Expression> stream() {
        return stream;
    }

    public List<Expression> order() {
        return order;
    }

    /** Null when there is none. */
    public Expression terminated() {
        return terminated;
    }

    /** Null when there is none. */
    public Expression truncated() {
        return truncated;
    }

    /** Null when there is none. */
    public Expression action() {
        return action;
    }

    public NumberSource terminates() {
        return terminates;
    }

    public NumberSource truncates() {
        return truncates;
    }

    public List<PlannedPrediction> predictions() {
        return predictions;
    }

    /** The distinct policies that predictions ask about. */
    public List<PolicyColumns> policies() {
        return policies;
    }
}
