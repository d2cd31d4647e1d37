package io.emphatic.logs.live;

import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.model.DuckValues;
import io.emphatic.logs.model.PlainColumns;
import io.emphatic.logs.model.RowValues;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.RowBatch;
import io.emphatic.logs.sql.Sql;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A spec over columns of given types: the plan of {@code learn}, and how the numbers of a row are computed. */
final class CompiledSpec implements Closeable {
    /** Types whose values need no DuckDB. */
    private static final Set<String> PLAIN = Set.of("BIGINT", "DOUBLE", "BOOLEAN", "VARCHAR");

    private final Plan plan;
    private final EvaluationPlan evaluation; // null where rows are learned from
    private final SingleRow single;
    private final RowValues values;
    private final List<Expression> times;

    private final List<String> columns;
    private final int[] keyColumns; // of the stream, then of the time; −1 where it is no column
    private final List<Expression> keys; // of the stream, then of the time
    private final PlainColumns plain; // null where expressions need DuckDB
    private List<String> placedNames; // of the rows before, mostly those of the next, too
    private int[] places; // of the columns among these names; −1 for one that is missing
    private final RowBatch batch; // null where they do not

    private CompiledSpec(Plan plan, EvaluationPlan evaluation, Set<String> added) throws IOException {
        this.plan = plan;
        this.evaluation = evaluation;
        this.single = new SingleRow(plan, added);
        this.values = new RowValues(plan.log().givenColumns());
        this.times = plan.order().stream().map(Expression::asTime).toList();
        this.keys = plan.keys();
        this.columns = List.copyOf(plan.log().columns().keySet());
        this.keyColumns = keys.stream().mapToInt(this::column).toArray();
        this.plain = plainColumns();
        List<Expression> computed =
                Stream.concat(plan.stream().stream(), times.stream()).toList();
        this.batch = plain != null
                ? null
                : new RowBatch(
                        plan.log(),
                        relation -> plan.slots().select(computed, relation, single.addedSlots()),
                        plan.slots().size(),
                        computed);
    }

    /** The column that an expression is, if its values are given as they are; otherwise −1. */
    private int column(Expression expression) {
        for (int c = 0; c < columns.size(); c++) {
            if (expression.sql().equals(Sql.identifier(columns.get(c)))) {
                return PLAIN.contains(plan.log().columns().get(columns.get(c))) ? c : -1;
            }
        }
        return -1;
    }

    /** Null where an expression needs DuckDB. */
    private PlainColumns plainColumns() {
        boolean allGiven = plan.log().givenColumns().size() == columns.size();
        boolean suffice = allGiven && Arrays.stream(keyColumns).allMatch(column -> column >= 0);
        PlainColumns found = new PlainColumns(plan.log().columns());
        for (int slot = 0; suffice && slot < plan.slots().size(); slot++) {
            suffice = addSlot(found, slot);
        }
        return suffice ? found : null;
    }

    private boolean addSlot(PlainColumns found, int slot) {
        Expression written = plan.slots().expressions().get(slot);
        String sql = plan.slots().sql().get(slot);
        boolean isTime =
                plan.ends().timeStep() != null && plan.ends().timeStep().time().slot() == slot;
        if (written.isConstant() && sql.equals(written.asDouble())) {
            found.addConstant(written.constant());
            return true;
        }
        int column = column(written);
        if (column < 0) {
            return false;
        }
        FeatureBlock block = plan.slots().coded(slot);
        if (block instanceof FeatureBlock.OneHot categories && written.type().equals(categories.type())) {
            found.category(categories);
        } else if (block instanceof FeatureBlock.Hashed hashed && written.type().equals(hashed.type())) {
            found.hash(hashed);
        } else if (block == null && sql.equals(written.asFlag())) {
            found.addFlag(columns.get(column));
        } else if (block == null
                && (sql.equals(written.asDouble()) || isTime && !written.type().equals("VARCHAR"))) {
            found.number(written.place(), written.text(), 0);
        } else {
            return false;
        }
        return true;
    }

    static CompiledSpec of(Spec spec, ColumnTypes types, FeatureMap known, Set<String> added) throws IOException {
        return over(types, log -> new CompiledSpec(Plan.of(log, spec, known), null, added));
    }

    static CompiledSpec of(EvaluationSpec spec, ColumnTypes types, FeatureMap known) throws IOException {
        return over(types, log -> {
            EvaluationPlan evaluation = EvaluationPlan.of(log, spec, known, null);
            return new CompiledSpec(evaluation.plan(), evaluation, Set.of());
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

    EvaluationPlan evaluation() {
        return evaluation;
    }

    SingleRow single() {
        return single;
    }

    /** The row, or why it is refused, for each. */
    List<LiveRow> evaluate(List<? extends Map<String, ?>> rows, int seconds) throws IOException {
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
                    results[k] = plainRow(c -> row[c]);
                }
            } catch (IllegalArgumentException e) {
                results[k] = LiveRow.refused(e.getMessage());
            }
        }
        compute(converted, where, results, seconds);
        return Arrays.asList(results);
    }

    boolean isPlain() {
        return plain != null;
    }

    /** Evaluates rows of plain columns, whose values have the types of this spec. */
    List<LiveRow> evaluate(LiveColumns rows, int from, int to) {
        if (!rows.names().equals(placedNames)) {
            placedNames = rows.names();
            Set<String> names = Set.copyOf(placedNames);
            places = columns.stream()
                    .mapToInt(column -> Sql.columnNamed(names, column)
                            .map(placedNames::indexOf)
                            .orElse(-1))
                    .toArray();
        }
        LiveRow[] results = new LiveRow[to - from];
        for (int k = from; k < to; k++) {
            int row = k;
            results[row - from] = plainRow(c -> places[c] < 0 ? null : rows.value(places[c], row));
        }
        return Arrays.asList(results);
    }

    private LiveRow plainRow(IntFunction<Object> row) {
        Object[] key = new Object[keyColumns.length];
        for (int k = 0; k < key.length; k++) {
            Object value = row.apply(keyColumns[k]);
            boolean isWhole = keys.get(k).isWhole();
            // A whole number may come in a column of type DOUBLE.
            Object typed = value instanceof Long whole && !isWhole ? (Object) whole.doubleValue() : value;
            key[k] = typed == null || isWhole ? typed : DuckValues.text(typed);
        }
        return row(plain.numbers(row), key);
    }

    /** By halves where an expression fails: the row that it fails for is refused alone. */
    private void compute(List<Object[]> rows, List<Integer> where, LiveRow[] results, int seconds) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        double[][] numbers = new double[plan.slots().size()][rows.size()];
        List<Object[]> found;
        try {
            found = batch.compute(rows, numbers, seconds);
        } catch (IllegalArgumentException e) {
            boolean isSlow = e instanceof RowBatch.SlowRowsException;
            if (rows.size() == 1 || isSlow) {
                String why = "an expression cannot be computed: " + e.getMessage();
                LiveRow refused = isSlow ? LiveRow.refusedBySpec(why) : LiveRow.refused(why);
                where.forEach(k -> results[k] = refused);
            } else {
                int half = rows.size() / 2;
                compute(rows.subList(0, half), where.subList(0, half), results, seconds);
                compute(rows.subList(half, rows.size()), where.subList(half, rows.size()), results, seconds);
            }
            return;
        }
        for (int k = 0; k < rows.size(); k++) {
            double[] row = new double[numbers.length];
            for (int slot = 0; slot < row.length; slot++) {
                row[slot] = numbers[slot][k];
            }
            results[where.get(k)] = row(row, found.get(k));
        }
    }

    private LiveRow row(double[] numbers, Object[] key) {
        int streams = plan.stream().size();
        for (int k = 0; k < key.length; k++) {
            if (key[k] == null) {
                return LiveRow.refused(keys.get(k).shown() + " is NULL");
            }
            if (k >= streams && times.get(k - streams).isFloating() && key[k] instanceof String text) {
                key[k] = Double.parseDouble(text.replace("inf", "Infinity").replace("nan", "NaN"));
            }
        }
        String fault = single.fault(numbers);
        if (fault != null && !single.isState(numbers)) {
            return LiveRow.refused(fault);
        }
        StreamKey stream = StreamKey.of(Arrays.copyOf(key, streams));
        StreamKey time = times.isEmpty() ? null : StreamKey.of(Arrays.copyOfRange(key, streams, key.length));
        String[] faults = fault == null ? single.addedFaults(numbers) : null;
        return new LiveRow(this, stream, time, numbers, faults, fault, false);
    }

    @Override
    public void close() throws IOException {
        plan.log().close();
    }
}
