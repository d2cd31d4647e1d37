package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.Arrays;

/** Sums of cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) over steps, for many coefficients cₜ: long loops over these. */
final class DifferenceSums {
    private final boolean byFold;
    private final double[][][] sums; // by fold, column (one for each feature, then the reward) and coefficient

    DifferenceSums(int features, int coefficients, boolean byFold) {
        this.byFold = byFold;
        this.sums = new double[byFold ? EvaluationConstants.FOLDS : 1][features + 1][coefficients];
    }

    void add(EpisodeBlock block, int row, double[] coefficients) {
        double[][] columns = sums[byFold ? block.fold[row] : 0];
        for (int q = 0; q < columns.length; q++) {
            double difference = block.difference[row * columns.length + q];
            if (difference != 0) {
                LongLoops.add(columns[q], difference, coefficients);
            }
        }
    }

    void exchange(SumExchange exchange) throws IOException {
        for (int fold = 0; fold < sums.length; fold++) {
            for (double[] column : sums[exchange.fold(fold)]) {
                exchange.totals(column);
            }
        }
    }

    /** By column and coefficient. Live. */
    double[][] sums(int ofFold) {
        return sums[ofFold];
    }

    void clear() {
        for (double[][] ofFold : sums) {
            for (double[] column : ofFold) {
                Arrays.fill(column, 0);
            }
        }
    }
}
