package io.emphatic.lab.theory;

import java.util.stream.IntStream;

/**
 * The inner loop of eliminations by blocks: rows[i][j] ← rows[i][j] + sign·Σₖ rows[i][k] rows[k][j], k in a block.
 *
 * <p>Almost all the time of an elimination is spent here, on rows that do not depend on each other: they are shared out
 * among the processors, and results are the same for any number of them.
 */
final class BlockUpdate {
    /** How many states or unknowns are eliminated before the rest of the matrix is touched. */
    static final int SIZE = 32;

    private static final int TILE = 512; // SIZE rows of a tile stay in the second-level cache
    private static final int SERIAL = 1 << 16; // multiplications for which threads do not pay

    private BlockUpdate() {}

    /**
     * @param targets i, from and to (exclusive)
     * @param block k
     * @param columns j
     */
    static void apply(double[][] rows, double sign, BlockSpan targets, BlockSpan block, BlockSpan columns) {
        IntStream each = IntStream.range(targets.from, targets.to);
        boolean small = (long) targets.size() * block.size() * columns.size() < SERIAL;
        (small ? each : each.parallel()).forEach(i -> {
            for (int start = columns.from; start < columns.to; start += TILE) {
                row(rows, rows[i], sign, block, start, Math.min(start + TILE, columns.to));
            }
        });
    }

    private static void row(double[][] rows, double[] row, double sign, BlockSpan block, int from, int to) {
        int k = block.from;
        for (; k + 3 < block.to; k += 4) {
            double c0 = sign * row[k];
            double c1 = sign * row[k + 1];
            double c2 = sign * row[k + 2];
            double c3 = sign * row[k + 3];
            if (c0 != 0 || c1 != 0 || c2 != 0 || c3 != 0) {
                add(row, c0, rows[k], c1, rows[k + 1], c2, rows[k + 2], c3, rows[k + 3], from, to);
            }
        }
        for (; k < block.to; k++) {
            double c = sign * row[k];
            double[] source = rows[k];
            for (int j = from; c != 0 && j < to; j++) {
                row[j] += c * source[j];
            }
        }
    }

    private static void add(
            double[] row,
            double c0,
            double[] s0,
            double c1,
            double[] s1,
            double c2,
            double[] s2,
            double c3,
            double[] s3,
            int from,
            int to) {
        for (int j = from; j < to; j++) {
            row[j] += c0 * s0[j] + c1 * s1[j] + (c2 * s2[j] + c3 * s3[j]);
        }
    }

    /** Indices from and to (exclusive). */
    record BlockSpan(int from, int to) {
        int size() {
            return to - from;
        }
    }
}
