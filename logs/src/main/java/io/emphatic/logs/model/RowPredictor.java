package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Slots;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.RowQuery;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** Predicts for one row after another. One thread at a time may use it. */
public final class RowPredictor implements Closeable {
    /** The numbers of a row that features are made of. */
    private interface RowNumbers {
        /** @param numbers of each slot, in a column of one row. Modified. */
        void read(Map<String, ?> row, double[][] numbers) throws IOException;
    }

    private final Model model;
    private final FeatureReader features;
    private final RowNumbers source;
    private final Closeable database;
    private final double[][] numbers;

    private RowPredictor(Model model, FeatureReader features, RowNumbers source, int slots, Closeable database) {
        this.model = model;
        this.features = features;
        this.source = source;
        this.database = database;
        this.numbers = new double[slots][1];
    }

    /** With DuckDB, if a feature is a SQL expression. */
    public static RowPredictor of(Model model) throws IOException {
        return ServedColumns.suffice(model) ? withoutSql(model) : withSql(model);
    }

    static RowPredictor withoutSql(Model model) throws IOException {
        ServedColumns columns = new ServedColumns(model.columns());
        FeatureReader features = new FeatureReader(model.features().blocks(), columns);
        return new RowPredictor(model, features, columns::read, columns.size(), () -> {});
    }

    private static RowPredictor withSql(Model model) throws IOException {
        Log log = Log.ofColumns(model.columns());
        try {
            Slots slots = new Slots();
            FeatureReader features = model.features().bind(log, slots);
            RowQuery query = new RowQuery(log, slots.sql());
            return new RowPredictor(model, features, query::read, slots.size(), log::close);
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** The value of each prediction, as {@link Model#predict(Map)} has them. */
    public double[] predict(Map<String, ?> row) {
        try {
            source.read(row, numbers);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        for (double[] number : numbers) {
            if (!Double.isFinite(number[0])) {
                double[] none = new double[model.predictions().size()];
                Arrays.fill(none, Double.NaN);
                return none;
            }
        }
        return model.values(features.read(numbers, 0));
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
