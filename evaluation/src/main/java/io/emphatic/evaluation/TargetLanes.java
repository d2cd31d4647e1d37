package io.emphatic.evaluation;

/** The ratios of a block for some of the targets, row by row: an array for each row, with a lane for each target. */
final class TargetLanes {
    private static final int ROWS_AT_ONCE = 8; // a line of the cache

    private final int from;
    private final double[][] ratio;

    /**
     * @param from the first of the targets
     * @param length of the blocks' columns
     */
    TargetLanes(int from, int lanes, int length) {
        this.from = from;
        this.ratio = new double[length][lanes];
    }

    /** ρ_t by row and lane. Valid until this is called again. */
    double[][] of(EpisodeBlock block) {
        int i = 0;
        for (; i + ROWS_AT_ONCE <= block.rows; i += ROWS_AT_ONCE) {
            turnRows(block.ratio, i);
        }
        for (; i < block.rows; i++) {
            for (int k = 0; k < ratio[i].length; k++) {
                ratio[i][k] = block.ratio[from + k][i];
            }
        }
        return ratio;
    }

    /** What {@link #of} returned. */
    double[][] ratio() {
        return ratio;
    }

    private void turnRows(double[][] columns, int i) {
        double[] r0 = ratio[i];
        double[] r1 = ratio[i + 1];
        double[] r2 = ratio[i + 2];
        double[] r3 = ratio[i + 3];
        double[] r4 = ratio[i + 4];
        double[] r5 = ratio[i + 5];
        double[] r6 = ratio[i + 6];
        double[] r7 = ratio[i + 7];
        for (int k = 0; k < r0.length; k++) {
            double[] column = columns[from + k];
            r0[k] = column[i];
            r1[k] = column[i + 1];
            r2[k] = column[i + 2];
            r3[k] = column[i + 3];
            r4[k] = column[i + 4];
            r5[k] = column[i + 5];
            r6[k] = column[i + 6];
            r7[k] = column[i + 7];
        }
    }
}
