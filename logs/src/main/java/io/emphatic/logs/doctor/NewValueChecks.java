package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Expression;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Counts what a log has and the model does not know from which learning continues. */
record NewValueChecks(Plan plan, Doctor doctor, ColumnExtremes extremes) {

    void run() throws SQLException, IOException {
        for (int slot = 0; slot < plan.featureSlots(); slot++) {
            Expression expression = plan.slots().expressions().get(slot);
            boolean category = plan.features().use(slot) == FeatureReader.SlotUse.CATEGORY;
            if (category && extremes.min(slot) < 0) {
                String unknown = plan.slots().sql().get(slot) + " < 0";
                String kind = plan.featureMap().kindOf(expression.text());
                String message = "a value of " + kind + " " + expression.text() + " that the model does not know";
                report("new-category", expression.text(), unknown, message, "It activates no feature.");
            }
        }
        for (FeatureBlock group : plan.featureMap().blocks()) {
            if (group instanceof FeatureBlock.Tiles tiles) {
                ranges(tiles);
            } else if (group instanceof FeatureBlock.OfNumbers numbers && numbers.length() > 0) {
                lengths(numbers.text(), numbers.length());
            }
        }
    }

    private void ranges(FeatureBlock.Tiles tiles) throws SQLException, IOException {
        for (int d = 0; d < tiles.columns().size(); d++) {
            String text = tiles.columns().get(d);
            List<Double> range = tiles.ranges().get(d);
            String value = Expression.of(plan.log(), "features: tiles", text).asDouble();
            String outside = value + " < " + range.get(0) + " OR " + value + " > " + range.get(1);
            String message = "a value of tiles " + text + " outside of the model's range " + range;
            report("new-range", text, outside, message, "It belongs to the tile at the edge.");
        }
    }

    private void lengths(String text, int length) throws SQLException, IOException {
        String list = Expression.of(plan.log(), "features", text).sql();
        String other = "len(" + list + ") > " + length; // a shorter one lacks values
        String message = "a longer list " + text + " than the model's " + length + " elements";
        report("new-length", text, other, message, "What is beyond is not looked at.");
    }

    /** @param which the rows, as a condition in SQL */
    private void report(String check, String column, String which, String message, String why) throws SQLException {
        String remedy = "Learn anew from all logs if it matters: the features of a model stay as they are.";
        long rows = doctor.count(which);
        if (rows > 0) {
            doctor.warning(check, column, rows + " rows have " + message, doctor.firstRows(which), why, remedy);
        }
    }
}
