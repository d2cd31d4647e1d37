package io.emphatic.evaluation;

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
    private final double[] first;
    private final double[] later;
    private boolean split; // whether there are later starts in the block

    SplitFollowOn(int length) {
        this.all = new double[length];
        this.first = new double[length];
        this.later = new double[length];
    }

    void advance(EpisodeBlock block, double[] ratio) {
        split = block.laterStarts;
        if (split) {
            ofFirst.advance(block, ratio, EpisodeBlock.FIRST | EpisodeBlock.STARTS, first);
            ofLater.advance(block, ratio, EpisodeBlock.STARTS, later);
        }
        whole.advance(block, ratio, all);
        if (!split) {
            ofFirst.continueAs(whole);
            ofLater.continueAs(NOTHING);
        }
    }

    /** F_t of the block's rows. */
    double[] all() {
        return all;
    }

    /** What of it comes from the first start of each life. */
    double[] first() {
        return split ? first : all;
    }

    /** What of it comes from later starts; of no meaning if the block has none. */
    double[] later() {
        return later;
    }

    boolean isBeyond() {
        return whole.isBeyond();
    }
}
