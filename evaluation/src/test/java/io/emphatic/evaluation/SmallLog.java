package io.emphatic.evaluation;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import java.util.ArrayList;
import java.util.List;

/** Logs written down by hand: one target, the feature 1 or none, lives as lists of (ratio, reward). */
final class SmallLog {
    private final EvaluationSettings settings;
    private final List<PlainLog.Life> lives = new ArrayList<>();

    SmallLog(int features, ReturnRange range) {
        this.settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)),
                features,
                0,
                0.0,
                range,
                false,
                Declarations.NONE,
                null);
    }

    SmallLog ended(double discount, double[]... ratiosAndRewards) {
        return life(true, discount, ratiosAndRewards);
    }

    SmallLog cut(double discount, double[]... ratiosAndRewards) {
        return life(false, discount, ratiosAndRewards);
    }

    private SmallLog life(boolean ended, double discount, double[][] ratiosAndRewards) {
        List<PlainLog.Row> rows = new ArrayList<>();
        for (double[] pair : ratiosAndRewards) {
            double[] features = new double[settings.features()];
            for (int p = 0; p < features.length; p++) {
                features[p] = p == 0 ? 1 : rows.size();
            }
            rows.add(new PlainLog.Row(
                    rows.isEmpty(), new double[] {pair[0]}, new double[1][], 0, pair[1], discount, 0, features));
        }
        lives.add(new PlainLog.Life(rows, ended));
        return this;
    }

    EvaluationResult evaluate() {
        return new PlainLog(settings, lives).evaluate();
    }

    static double[] row(double ratio, double reward) {
        return new double[] {ratio, reward};
    }
}
