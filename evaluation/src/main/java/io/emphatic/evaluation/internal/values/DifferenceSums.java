package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.Arrays;

/** Sums of cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) over steps, for many coefficients cₜ: long loops over these. */
final class DifferenceSums {
    private static final int ROWS = 4;

    private final boolean byFold;
    private final double[][] waiting; // coefficients of rows of one life
    private final int[] rows = new int[ROWS]; // those
    private final double[] differences = new double[ROWS];
    private int count;
    private final double[][][] sums; // by fold, column (one for each feature, then the reward) and coefficient

    DifferenceSums(int features, int coefficients, boolean byFold) {
        this.byFold = byFold;
        this.waiting = new double[ROWS][coefficients];
        this.sums = new double[byFold ? EvaluationConstants.FOLDS : 1][features + 1][coefficients];
    }

    /** Where the coefficients of the next row go. */
    double[] next() {
        return waiting[count];
    }

    /** Adds the row whose coefficients were put there: four rows at a time. */
    void add(EpisodeBlock block, int row) {
        rows[count++] = row;
        if (count == ROWS) {
            double[][] columns = columns(block);
            for (int q = 0; q < columns.length; q++) {
                boolean any = false;
                for (int r = 0; r < ROWS; r++) {
                    differences[r] = block.difference[rows[r] * columns.length + q];
                    any |= differences[r] != 0;
                }
                if (any) {
                    LongLoops.addFour(columns[q], differences, waiting);
                }
            }
            count = 0;
        }
    }

    /** Adds the rows that wait: the next is of another life or block. */
    void finish(EpisodeBlock block) {
        for (int r = 0; r < count; r++) {
            double[][] columns = columns(block);
            for (int q = 0; q < columns.length; q++) {
                double difference = block.difference[rows[r] * columns.length + q];
                if (difference != 0) {
                    LongLoops.add(columns[q], difference, waiting[r]);
                }
            }
        }
        count = 0;
    }

    private double[][] columns(EpisodeBlock block) {
        return sums[byFold ? block.fold[rows[0]] : 0];
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
