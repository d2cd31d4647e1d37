package io.emphatic.evaluation;

/** Least squares of {@code lstd} and {@code elstd}, of several targets, without the first rows of lives. */
interface TraceSystems {
    /**
     * @param ratio ρ_t by row and target
     * @param followOn F_t of the same
     */
    void add(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn);

    /**
     * Adds the sums of {@code elstd} to a system.
     *
     * @param lambda of all rows; NaN: that of each row
     * @param without a fold that is left out, where the sums are kept by fold; negative: none
     */
    void addElstd(int target, double lambda, int without, double[] a, double[] b);

    /** Adds the sums of {@code lstd} with the λ of the rows to a system. */
    void addLstd(int target, double[] a, double[] b);
}
