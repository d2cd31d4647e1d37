package io.emphatic.logs.spec;

import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.ValueRanges.WatchedNumber;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A spec resolved against a log: one query with numeric columns and keys, and what each column means. */
public record Plan(
        Log log,
        Spec spec,
        FeatureReader features,
        Slots slots, // the numeric columns of the query, those of features first
        List<Expression> stream,
        List<Expression> order,
        EpisodeEnds ends,
        Expression action,
        List<PlannedPrediction> predictions,
        List<PolicyColumns> policies,
        NextState next, // where S_{t+1} is in the row; null where it is the next row
        List<WatchedNumber> watched, // numbers that have a range, beyond which a row is not learned from
        boolean continues // whether the features are those of a model from which learning continues
        ) {
    /** Which rows are the last of an episode: not 0 there; {@code timeStep} is null where gaps do not matter. */
    public record EpisodeEnds(
            Expression terminated,
            Expression truncated,
            NumberSource terminates,
            NumberSource truncates,
            TimeStep timeStep) {}

    public FeatureMap featureMap() {
        return features.map;
    }

    public static Plan of(Log log, Spec spec) throws IOException {
        return of(log, spec, null);
    }

    /** @param known the features of a model from which learning continues; null to take from the log what is open */
    public static Plan of(Log log, Spec spec, FeatureMap known) throws IOException {
        if (spec.order() == null && !log.isOrdered()) {
            throw new IllegalArgumentException(log.name() + " gives its rows in no particular order"
                    + "\nName what orders the rows of a stream (order), or end the query with ORDER BY.");
        }
        log.declare(spec.shape().types());
        if (spec.shape().unnest()) {
            log.unnest();
        }
        List<Expression> stream = keys(log, "stream", spec.stream());
        List<Expression> order = keys(log, "order", spec.order());
        FeatureMap featureMap = known == null ? FeatureMap.of(log, spec.features()) : known;
        log.requireOneForEachStep(column -> isOfSteps(spec, featureMap.texts(), column));
        Slots slots = new Slots();
        FeatureReader features = featureMap.bind(log, slots);
        int featureSlots = slots.size();
        Expression terminated = flag(log, "terminated", spec.terminated());
        Expression truncated = flag(log, "truncated", spec.truncated());
        Expression action = spec.action() == null ? null : Expression.of(log, "action", spec.action());
        NumberSource terminates = slots.flag(terminated);
        NumberSource truncates = slots.flag(truncated);
        List<PlannedPrediction> predictions = new ArrayList<>();
        for (Spec.Prediction prediction : spec.predictions()) {
            String place = spec.predictions().size() == 1 ? "" : prediction.name() + ": ";
            predictions.add(PlannedPrediction.of(log, slots, place, prediction, action));
        }
        List<PolicyColumns> policies = predictions.stream()
                .map(prediction -> prediction.steps().policy())
                .distinct()
                .toList();
        NextState next = NextState.of(log, spec.shape(), slots, featureSlots, terminated, predictions);
        List<WatchedNumber> watched = watched(log, spec, slots, features, next, predictions);
        TimeStep timeStep = TimeStep.of(log, spec.shape(), order, slots);
        return new Plan(
                log,
                spec,
                features,
                slots,
                stream,
                order,
                new EpisodeEnds(terminated, truncated, terminates, truncates, timeStep),
                action,
                predictions,
                policies,
                next,
                watched,
                known != null);
    }

    /** Numbers that features and cumulants are, of the next state too, and what has a declared range. */
    private static List<WatchedNumber> watched(
            Log log,
            Spec spec,
            Slots slots,
            FeatureReader features,
            NextState next,
            List<PlannedPrediction> predictions)
            throws IOException {
        ValueRanges ranges = spec.shape().ranges();
        Map<Integer, String> names = new LinkedHashMap<>(); // by slot
        for (int slot = 0; slot < features.slots() && ranges.isLearned(); slot++) {
            if (features.isNumber(slot)) {
                names.put(slot, slots.expressions().get(slot).text());
                if (next != null) {
                    names.put(next.slot(slot), slots.expressions().get(slot).text() + " of the next state");
                }
            }
        }
        for (int p = 0; p < predictions.size(); p++) {
            if (ranges.has(spec.predictions().get(p))
                    && !predictions.get(p).cumulant().isConstant()) {
                int slot = predictions.get(p).cumulant().slot();
                names.put(slot, slots.expressions().get(slot).text());
            }
        }
        Map<Integer, ValueRanges.DeclaredRange> declared = new LinkedHashMap<>();
        for (Map.Entry<String, ValueRanges.DeclaredRange> range :
                ranges.declared().entrySet()) {
            NumberSource source = slots.source(Expression.of(log, "ranges", range.getKey()));
            if (source.isConstant()) {
                throw new IllegalArgumentException("ranges: " + range.getKey() + " is a number, not a column");
            }
            declared.put(source.slot(), range.getValue());
            names.put(source.slot(), range.getKey());
        }
        return names.entrySet().stream()
                .map(one -> new WatchedNumber(one.getKey(), one.getValue(), declared.get(one.getKey())))
                .toList();
    }

    /** How many slots features take, which are the first. */
    public int featureSlots() {
        return features.slots();
    }

    /** Whether a column is what was done in a step or came of it, and is no state. */
    private static boolean isOfSteps(Spec spec, List<String> features, String column) {
        Stream<String> ofSteps = Stream.concat(
                Stream.of(
                        spec.terminated() == null ? "terminated" : spec.terminated(),
                        spec.truncated() == null ? "truncated" : spec.truncated(),
                        spec.action()),
                spec.predictions().stream().map(p -> p.cumulant() == null ? "reward" : p.cumulant()));
        Stream<String> ofPolicies =
                spec.predictions().stream().flatMap(p -> Stream.of(p.behaviour(), p.target(), p.ratio(), p.discount()));
        return mentions(ofSteps, column) || mentions(ofPolicies, column) && !mentions(features.stream(), column);
    }

    private static boolean mentions(Stream<String> texts, String column) {
        return texts.anyMatch(text -> text != null && Sql.mentions(text, column));
    }

    /** The keys of a row: of its stream, then of its time. */
    public List<Expression> keys() {
        return Stream.concat(stream.stream(), order.stream()).toList();
    }

    /** Expressions separated by commas; none for null. */
    public static List<Expression> keys(Log log, String place, String text) throws IOException {
        List<Expression> keys = new ArrayList<>();
        if (text != null) {
            for (String item : Sql.split(place, text, log.columns().keySet())) {
                log.readExactly(item);
            }
            for (String item : Sql.split(place, text, log.columns().keySet())) {
                keys.add(Expression.of(log, place, item));
            }
        }
        return keys;
    }

    private static Expression flag(Log log, String name, String written) throws IOException {
        if (written != null) {
            return Expression.of(log, name, written);
        }
        return Sql.columnNamed(log.columns().keySet(), name).isPresent() ? Expression.of(log, name, name) : null;
    }

    public RowOrder rowOrder() throws IOException {
        try {
            boolean sorted = spec.perStream();
            return RowOrder.of(log, sorted ? asKeys(stream) : stream, order, sorted);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The rows in the order of the file, with streams interleaved. */
    public RowOrder rowsAsLogged() throws IOException {
        if (!log.isOrdered()) {
            throw new IllegalArgumentException(
                    log.name() + " gives its rows in no particular order, so that they do not"
                            + " lie in any\nEnd the query with ORDER BY.");
        }
        try {
            return RowOrder.asLogged(log, stream, order);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Streams are sorted as their keys are, which are whole numbers and texts. */
    private static List<Expression> asKeys(List<Expression> stream) {
        return stream.stream()
                .map(key -> new Expression(
                        key.place(), key.text(), key.asKey(), key.isWhole() ? "BIGINT" : "VARCHAR", Double.NaN))
                .toList();
    }

    public Map<String, String> featureColumns() {
        List<String> texts = features.map.texts();
        Map<String, String> columns = new LinkedHashMap<>();
        log.columns().forEach((name, type) -> {
            if (texts.stream().anyMatch(text -> Sql.mentions(text, name))) {
                columns.put(name, type);
            }
        });
        return columns;
    }

    /** The query: every slot as a number, then these keys, in the order of learning. */
    public String query(RowOrder rowOrder, List<Expression> keys, long offset) {
        return slots.select(keys, rowOrder.source()) + rowOrder.orderBy() + (offset > 0 ? " OFFSET " + offset : "");
    }

    /** Finds the expression that makes a query over all of them fail, by trying each alone. */
    public IOException failure(SQLException e) {
        List<Expression> suspects = new ArrayList<>(slots.expressions());
        suspects.addAll(keys());
        if (action != null) {
            suspects.add(action);
        }
        for (Expression suspect : suspects) {
            try {
                log.each("SELECT max(CAST(" + suspect.sql() + " AS VARCHAR)) FROM " + Log.VIEW, row -> {});
            } catch (SQLException alone) {
                Exception named = SqlFailure.in(log.columns().keySet(), suspect.place(), suspect.text(), alone);
                return new IOException(named.getMessage(), e);
            }
        }
        return new IOException(log.name() + " cannot be read: " + SqlFailure.message(e), e);
    }

    /** What is wrong with a row, which is counted from 0 in the order of learning. */
    public IllegalArgumentException misfit(long row, IllegalArgumentException e) {
        return new IllegalArgumentException(
                e.getMessage() + " (row " + (row + 1) + " of " + log.name() + " in the order of learning)", e);
    }

    /** Rows are successive whose times, from the smallest of the log, differ by one step, up to rounding. */
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
                String extremes = "SELECT CAST(min(" + time.sql() + ") AS VARCHAR), max(abs(" + number
                        + ")), coalesce(min(" + number + "), 0) FROM " + Log.VIEW;
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
                throw SqlFailure.in(log.columns().keySet(), time.place(), time.text(), e);
            }
        }

        public boolean isGap(double before, double now) {
            double rounding = rounds ? 4 * Math.ulp(Math.max(Math.abs(now), Math.abs(before))) : 0;
            return !(Math.abs(now - before - step) <= tolerance + rounding);
        }
    }
}
