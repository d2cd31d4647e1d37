package io.emphatic.logs.spec;

import io.emphatic.Config;
import io.emphatic.logs.spec.Slots.Quantity;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A spec resolved against a log: one query whose columns are numbers, the keys of the rows, and which column is what.
 * Everything that can be wrong with an expression has been found when there is a plan.
 */
public final class Plan {
    /** One prediction, as columns of the query. */
    public record Target(
            String name,
            Config config,
            Quantity target,
            Quantity behaviour,
            Quantity ratio,
            Quantity cumulant,
            Quantity discount,
            Quantity lambda,
            Quantity interest,
            Written written) {

        public Policy policy() {
            return new Policy(target, behaviour, ratio);
        }
    }

    /** The same prediction as it was written, for the doctor; null where nothing was. */
    public record Written(
            Expression target,
            Expression behaviour,
            Expression ratio,
            Expression cumulant,
            Expression discount,
            Expression lambda,
            Expression interest) {}

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
    private final Quantity terminates;
    private final Quantity truncates;
    private final List<Target> targets = new ArrayList<>();
    private final List<Policy> policies;
    private final Map<Double, double[]> constants = new HashMap<>();

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
        this.terminates = quantity(terminated);
        this.truncates = quantity(truncated);
        for (Spec.Prediction prediction : spec.predictions()) {
            targets.add(target(prediction));
        }
        this.policies = targets.stream().map(Target::policy).distinct().toList();
    }

    /** Columns full of a constant, by the constant; made when they are first asked for. */
    public Map<Double, double[]> constants() {
        return constants;
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

    private Quantity quantity(Expression flag) {
        return flag == null ? Quantity.constant(0) : Quantity.slot(slots.add(flag.asFlag(), flag));
    }

    private Target target(Spec.Prediction p) throws IOException {
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
        Written written = new Written(
                number(place + "target", p.target()),
                number(place + "behaviour", p.behaviour()),
                number(place + "ratio", p.ratio()),
                number(place + "cumulant", p.cumulant() == null ? "reward" : p.cumulant()),
                number(place + "discount", p.discount()),
                number(place + "lambda", p.lambda() == null ? "0" : p.lambda()),
                number(place + "interest", p.interest() == null ? "1" : p.interest()));
        Quantity behaviour = optional(written.behaviour());
        return new Target(
                p.name(),
                p.config(),
                // On-policy: π = μ, or only ρ = 1 when μ is not known either.
                p.target() == null ? behaviour : optional(written.target()),
                behaviour,
                p.ratio() != null ? optional(written.ratio()) : behaviour == null ? Quantity.constant(1) : null,
                slots.quantity(written.cumulant()),
                slots.quantity(written.discount()),
                slots.quantity(written.lambda()),
                slots.quantity(written.interest()),
                written);
    }

    private Expression number(String place, String text) throws IOException {
        return text == null ? null : Expression.ofNumber(log, place, text);
    }

    private Quantity optional(Expression expression) {
        return expression == null ? null : slots.quantity(expression);
    }

    /** How the rows lie. */
    public RowOrder rowOrder() throws IOException {
        try {
            return RowOrder.of(log, stream, order);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The query: every slot as a number, then the keys asked for, in the order of learning. */
    public String query(RowOrder rowOrder, List<Expression> keys, long offset) {
        StringJoiner columns = new StringJoiner(", ");
        slots.sql().forEach(columns::add);
        keys.forEach(key -> columns.add(key.asKey()));
        if (slots.size() + keys.size() == 0) {
            columns.add("1");
        }
        return "SELECT " + columns + " FROM " + rowOrder.source() + rowOrder.orderBy()
                + (offset > 0 ? " OFFSET " + offset : "");
    }

    /** What is wrong with the expression that makes a query over all of them fail; each is tried alone. */
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
                        SqlFailure.in(
                                        suspect.place(),
                                        suspect.text(),
                                        log.columns().keySet(),
                                        alone)
                                .getMessage(),
                        e);
            }
        }
        return new IOException(log.name() + " cannot be read: " + SqlFailure.message(e), e);
    }

    /** What a learner says of a row, with the row's place from 0 in the order of learning. */
    public IllegalArgumentException misfit(long place, IllegalArgumentException e) {
        return new IllegalArgumentException(
                e.getMessage() + " (row " + (place + 1) + " of " + log.name() + " in the order of learning)", e);
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

    public Quantity terminates() {
        return terminates;
    }

    public Quantity truncates() {
        return truncates;
    }

    public List<Target> targets() {
        return targets;
    }

    /** What predictions ask about, each once. */
    public List<Policy> policies() {
        return policies;
    }
}
