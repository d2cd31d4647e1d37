package io.emphatic.evaluation;

import java.io.IOException;

/**
 * The follow-on traces of several targets, and their two parts: that of the first start of each life and that of its
 * later starts. Rows are arrays with a lane for each target.
 */
final class SplitFollowOn {
    private final int lanes;
    private final StartFollowOn whole;
    private final StartFollowOn ofFirst;
    private final StartFollowOn ofLater;
    private final double[][] all; // ρₜFₜ
    private double[][] first = new double[0][];
    private double[][] later = new double[0][];
    private boolean split; // whether there are later starts in the block

    /** @param length of the blocks' columns */
    SplitFollowOn(int lanes, int length) {
        this.lanes = lanes;
        this.whole = new StartFollowOn(lanes);
        this.ofFirst = new StartFollowOn(lanes);
        this.ofLater = new StartFollowOn(lanes);
        this.all = new double[length][lanes];
    }

    /** The whole alone. */
    void advanceWhole(EpisodeBlock block, double[][] ratio) {
        whole.advance(block, ratio, EpisodeBlock.STARTS, EpisodeBlock.STARTS, all);
    }

    /** The whole and its parts. */
    void advance(EpisodeBlock block, double[][] ratio) {
        split = block.laterStarts;
        if (split && first.length == 0) {
            first = new double[all.length][lanes];
            later = new double[all.length][lanes];
        }
        if (split) {
            int either = EpisodeBlock.FIRST | EpisodeBlock.STARTS;
            ofFirst.advance(block, ratio, either, either, first);
            ofLater.advance(block, ratio, either, EpisodeBlock.STARTS, later);
        }
        advanceWhole(block, ratio);
        if (!split) {
            ofFirst.continueAs(whole);
            ofLater.continueAs(null);
        }
    }

    /** ρ_t F_t of the block's rows. */
    double[][] emphases() {
        return all;
    }

    /** What of it comes from the first start of each life. */
    double[][] firstEmphases() {
        return split ? first : all;
    }

    /** What of it comes from later starts; of no meaning if the block has none. */
    double[][] laterEmphases() {
        return later;
    }

    void exchange(SumExchange sums) throws IOException {
        whole.exchange(sums);
    }

    boolean isBeyond(int lane) {
        return whole.isBeyond(lane);
    }
}
