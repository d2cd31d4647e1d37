package io.emphatic.logs.live;

import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.RowBatch;
import io.emphatic.logs.sql.Rows;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A spec over columns of given types: the plan of {@code learn}, and how the numbers of a row are computed. */
final class CompiledSpec implements Closeable {
    private final Plan plan;
    private final EvaluationPlan evaluation; // null where rows are learned from
    private final SingleRow single;
    private final RowValues values;
    private final List<Expression> times;
    private final boolean[] isFloating; // by time
    private StreamKey lastStream = StreamKey.NONE; // rows of one stream mostly come one after another
    private final PlainColumns plain; // null where expressions need DuckDB
    private final RowBatch batch; // null where they do not

    private CompiledSpec(Plan plan, EvaluationPlan evaluation) throws IOException {
        this.plan = plan;
        this.evaluation = evaluation;
        this.single = new SingleRow(plan);
        this.values = new RowValues(plan.log().givenColumns());
        this.times = plan.order().stream().map(Expression::asTime).toList();
        this.isFloating = new boolean[times.size()];
        for (int k = 0; k < isFloating.length; k++) {
            isFloating[k] = times.get(k).isFloating();
        }
        List<Expression> keys = keys(plan.order());
        boolean allGiven =
                plan.log().givenColumns().size() == plan.log().columns().size();
        this.plain = allGiven ? PlainColumns.of(plan, keys).orElse(null) : null;
        List<Expression> computed = keys(times);
        this.batch = plain != null
                ? null
                : new RowBatch(
                        plan.log(),
                        relation -> plan.slots().select(computed, relation),
                        plan.slots().size(),
                        computed);
    }

    private List<Expression> keys(List<Expression> order) {
        return Stream.concat(plan.stream().stream(), order.stream()).toList();
    }

    /** @param known the features of a model; null for those of the spec */
    static CompiledSpec of(Spec spec, ColumnTypes types, FeatureMap known) throws IOException {
        return over(types, log -> new CompiledSpec(Plan.of(log, spec, known), null));
    }

    static CompiledSpec of(EvaluationSpec spec, ColumnTypes types, FeatureMap known) throws IOException {
        return over(types, log -> {
            EvaluationPlan evaluation = EvaluationPlan.of(log, spec, known);
            return new CompiledSpec(evaluation.plan(), evaluation);
        });
    }

    @FunctionalInterface
    private interface SpecCompiler {
        CompiledSpec compile(Log log) throws IOException;
    }

    private static CompiledSpec over(ColumnTypes types, SpecCompiler compiler) throws IOException {
        Log log = Log.ofLiveColumns(types.asMap());
        try {
            return compiler.compile(log);
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    Plan plan() {
        return plan;
    }

    /** Null where rows are learned from. */
    EvaluationPlan evaluation() {
        return evaluation;
    }

    SingleRow single() {
        return single;
    }

    /** The row, or why it is refused, for each. */
    List<LiveRow> evaluate(List<? extends Map<String, ?>> rows) throws IOException {
        LiveRow[] results = new LiveRow[rows.size()];
        List<Object[]> converted = new ArrayList<>();
        List<Integer> where = new ArrayList<>();
        for (int k = 0; k < results.length; k++) {
            try {
                Object[] row = values.of(rows.get(k));
                if (plain == null) {
                    converted.add(row);
                    where.add(k);
                } else {
                    results[k] = row(plain.numbers(row), plain.keys(row));
                }
            } catch (IllegalArgumentException e) {
                results[k] = LiveRow.refused(e.getMessage());
            }
        }
        compute(converted, where, results);
        return Arrays.asList(results);
    }

    /** Whether no expression needs DuckDB. */
    boolean isPlain() {
        return plain != null;
    }

    /** The same of plain columns, whose values have the types of this spec. */
    List<LiveRow> evaluate(LiveColumns rows, int from, int to) {
        int[] where = plain.find(rows.names());
        LiveRow[] results = new LiveRow[to - from];
        for (int row = from; row < to; row++) {
            results[row - from] = row(plain.numbers(rows, where, row), plain.keys(rows, where, row));
        }
        return Arrays.asList(results);
    }

    /** By halves where an expression fails: the row that it fails for is refused alone. */
    private void compute(List<Object[]> rows, List<Integer> where, LiveRow[] results) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        double[][] numbers = new double[plan.slots().size()][rows.size()];
        List<Rows.Key> keys;
        try {
            keys = batch.compute(rows, numbers);
        } catch (IllegalArgumentException e) {
            if (rows.size() == 1) {
                results[where.get(0)] = LiveRow.refused("an expression cannot be computed: " + e.getMessage());
            } else {
                int half = rows.size() / 2;
                compute(rows.subList(0, half), where.subList(0, half), results);
                compute(rows.subList(half, rows.size()), where.subList(half, rows.size()), results);
            }
            return;
        }
        for (int k = 0; k < rows.size(); k++) {
            double[] row = new double[numbers.length];
            for (int slot = 0; slot < row.length; slot++) {
                row[slot] = numbers[slot][k];
            }
            results[where.get(k)] = row(row, objects(keys.get(k)));
        }
    }

    private Object[] objects(Rows.Key key) {
        Object[] found = new Object[plan.stream().size() + times.size()];
        for (int k = 0; k < found.length; k++) {
            found[k] = key.isAbsent(k) ? null : key.isWhole(k) ? (Object) key.whole(k) : key.text(k);
        }
        return found;
    }

    private LiveRow row(double[] numbers, Object[] keys) {
        int streams = plan.stream().size();
        for (int k = 0; k < keys.length; k++) {
            if (keys[k] == null) {
                Expression written = plan.keys().get(k);
                return LiveRow.refused(written.place() + " " + written.text() + " is NULL");
            }
            if (k >= streams && isFloating[k - streams] && keys[k] instanceof String text) {
                keys[k] = Double.parseDouble(text.replace("inf", "Infinity").replace("nan", "NaN"));
            }
        }
        String fault = single.fault(numbers);
        if (fault != null) {
            return LiveRow.refused(fault);
        }
        if (!lastStream.has(keys, streams)) {
            lastStream = StreamKey.of(Arrays.copyOf(keys, streams));
        }
        StreamKey time = times.isEmpty() ? null : StreamKey.of(Arrays.copyOfRange(keys, streams, keys.length));
        return LiveRow.of(this, lastStream, time, numbers);
    }

    @Override
    public void close() throws IOException {
        plan.log().close();
    }
}
