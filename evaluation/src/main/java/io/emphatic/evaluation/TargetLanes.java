package io.emphatic.evaluation;

import io.emphatic.experience.RowsOfColumns;

/** The ratios of a block for some of the targets, row by row: an array for each row, with a lane for each target. */
final class TargetLanes {
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
        RowsOfColumns.copy(block.ratio, from, 0, ratio, 0, block.rows);
        return ratio;
    }

    /** What {@link #of} returned. */
    double[][] ratio() {
        return ratio;
    }
}
