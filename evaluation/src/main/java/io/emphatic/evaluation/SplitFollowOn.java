package io.emphatic.evaluation;

import java.io.IOException;

/**
 * The follow-on trace of one target in the first pass, and its two parts: that of the first start of each life and that
 * of its later starts.
 */
final class SplitFollowOn {
    private static final StartFollowOn NOTHING = new StartFollowOn();

    private final StartFollowOn whole = new StartFollowOn();
    private final StartFollowOn ofFirst = new StartFollowOn();
    private final StartFollowOn ofLater = new StartFollowOn();
    private final double[] all;
    private final double[] allEmphases;
    private final double[] first;
    private final double[] firstEmphases;
    private final double[] later;
    private final double[] laterEmphases;
    private boolean split; // whether there are later starts in the block

    SplitFollowOn(int length) {
        this.all = new double[length];
        this.allEmphases = new double[length];
        this.first = new double[length];
        this.firstEmphases = new double[length];
        this.later = new double[length];
        this.laterEmphases = new double[length];
    }

    void advance(EpisodeBlock block, double[] ratio) {
        split = block.laterStarts;
        if (split) {
            ofFirst.advance(block, ratio, EpisodeBlock.FIRST | EpisodeBlock.STARTS, first, firstEmphases);
            ofLater.advance(block, ratio, EpisodeBlock.STARTS, later, laterEmphases);
        }
        whole.advance(block, ratio, all, allEmphases);
        if (!split) {
            ofFirst.continueAs(whole);
            ofLater.continueAs(NOTHING);
        }
    }

    /** ρ_t F_t of the block's rows. */
    double[] emphases() {
        return allEmphases;
    }

    /** What of it comes from the first start of each life. */
    double[] firstEmphases() {
        return split ? firstEmphases : allEmphases;
    }

    /** What of F_t comes from later starts; of no meaning if the block has none. */
    double[] later() {
        return later;
    }

    void exchange(SumExchange sums) throws IOException {
        whole.exchange(sums);
    }

    boolean isBeyond() {
        return whole.isBeyond();
    }
}
