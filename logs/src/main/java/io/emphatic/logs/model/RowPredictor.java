package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Slots;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.RowBatch;
import io.emphatic.logs.sql.Sql;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Predicts for one row after another. One thread at a time may use it. */
public final class RowPredictor implements Closeable {
    /** The numbers of a row that features are made of. */
    private interface RowNumbers {
        double[] read(Map<String, ?> row) throws IOException;
    }

    private final Model model;
    private final FeatureReader features;
    private final RowNumbers source;
    private final Closeable database;
    private double[][] numbers = new double[0][]; // of the last row, in columns of one row

    private RowPredictor(Model model, FeatureReader features, RowNumbers source, Closeable database) {
        this.model = model;
        this.features = features;
        this.source = source;
        this.database = database;
    }

    /** With DuckDB, if a feature is a SQL expression. */
    public static RowPredictor of(Model model) throws IOException {
        try {
            return withoutSql(model);
        } catch (IllegalArgumentException e) {
            return withSql(model);
        }
    }

    /** @throws IllegalArgumentException if a feature is a SQL expression */
    static RowPredictor withoutSql(Model model) throws IOException {
        PlainColumns plain = new PlainColumns(model.columns());
        FeatureReader features = new FeatureReader(model.features(), plain);
        List<String> columns = List.copyOf(model.columns().keySet());
        return new RowPredictor(model, features, row -> plain.numbers(c -> value(row, columns.get(c))), () -> {});
    }

    private static RowPredictor withSql(Model model) throws IOException {
        Log log = Log.ofColumns(model.columns());
        try {
            Slots slots = new Slots();
            FeatureReader features = model.features().bind(log, slots);
            RowBatch batch = new RowBatch(log, relation -> slots.select(List.of(), relation), slots.size(), List.of());
            RowValues values = new RowValues(model.columns());
            RowNumbers source = row -> {
                model.columns().keySet().forEach(column -> value(row, column));
                double[][] computed = new double[slots.size()][1];
                batch.compute(List.<Object[]>of(values.orNull(row)), computed, RowBatch.SECONDS);
                return Arrays.stream(computed).mapToDouble(one -> one[0]).toArray();
            };
            return new RowPredictor(model, features, source, log::close);
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private static Object value(Map<String, ?> row, String column) {
        Object value = RowValues.value(row, column);
        if (value == null && Sql.columnNamed(row.keySet(), column).isEmpty()) {
            throw new IllegalArgumentException(
                    "the row has no column " + column + "\nIt has: " + String.join(", ", row.keySet()));
        }
        return value;
    }

    /** The value of each prediction, as {@link Model#predict(Map)} has them. */
    public double[] predict(Map<String, ?> row) {
        try {
            numbers = Arrays.stream(source.read(row))
                    .mapToObj(number -> new double[] {number})
                    .toArray(double[][]::new);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return model.values(features, numbers);
    }

    /** Whether the row predicted for last had a category that the model does not know. */
    public boolean hadUnknownCategory() {
        return features.hasUnknownCategory(numbers, 0);
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
