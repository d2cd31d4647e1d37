package io.emphatic.logs.spec;

import io.emphatic.logs.spec.PlannedPrediction.StepColumns;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** S_{t+1} in the row of S_t: features, γ, λ and i are computed a second time, with the columns of the next state. */
public final class NextState {
    private final int[] featureSlots; // by the slot of a feature: the slot of the same in S_{t+1}
    private final Map<NumberSource, NumberSource> sources = new HashMap<>();

    private NextState(int featureSlots) {
        this.featureSlots = new int[featureSlots];
    }

    static NextState of(
            Log log,
            RowShape shape,
            Slots slots,
            int featureSlots,
            Expression terminated,
            Iterable<PlannedPrediction> predictions)
            throws IOException {
        if (!shape.hasNext()) {
            return null;
        }
        Map<String, String> nextColumns = shape.nextColumns(log);
        NextState next = new NextState(featureSlots);
        boolean differs = false;
        for (int slot = 0; slot < featureSlots; slot++) {
            String sql = slots.sql().get(slot);
            String swapped = Sql.withColumns(sql, nextColumns);
            differs |= !swapped.equals(sql);
            next.featureSlots[slot] = add(slots, slot, swapped, terminated);
        }
        if (!differs && featureSlots > 0) {
            throw new IllegalArgumentException("next: no feature is made of columns that the next state has, too: "
                    + String.join(", ", nextColumns.keySet()));
        }
        for (PlannedPrediction prediction : predictions) {
            StepColumns steps = prediction.steps();
            for (NumberSource source : Arrays.asList(steps.discount(), steps.lambda(), steps.interest())) {
                if (!source.isConstant() && !next.sources.containsKey(source)) {
                    String swapped = Sql.withColumns(slots.sql().get(source.slot()), nextColumns);
                    next.sources.put(source, NumberSource.slot(add(slots, source.slot(), swapped, terminated)));
                }
            }
        }
        return next;
    }

    private static int add(Slots slots, int slot, String swapped, Expression terminated) {
        Expression now = slots.expressions().get(slot);
        String unlessEnd = terminated == null
                ? swapped
                : "CASE WHEN " + terminated.asFlag() + " = 1 THEN 0 ELSE " + swapped + " END";
        String sql = "TRY_CAST(" + unlessEnd + " AS DOUBLE)";
        return slots.add(
                sql, new Expression(now.place() + " of the next state", now.text(), sql, "DOUBLE", Double.NaN));
    }

    /** Where γ, λ or i of S_{t+1} comes from, given where that of S_t does. */
    public NumberSource of(NumberSource source) {
        return sources.getOrDefault(source, source);
    }

    public StepColumns of(StepColumns steps) {
        return new StepColumns(steps.policy(), of(steps.discount()), of(steps.lambda()), of(steps.interest()));
    }

    /** The columns of a chunk as features of S_{t+1} see them. */
    public double[][] featureColumns(double[][] numbers) {
        double[][] columns = new double[featureSlots.length][];
        Arrays.setAll(columns, slot -> numbers[featureSlots[slot]]);
        return columns;
    }

    public int size() {
        return featureSlots.length;
    }

    /** The slot of a number of S_{t+1}, given that of S_t. */
    public int slot(int featureSlot) {
        return featureSlots[featureSlot];
    }
}
