package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.DensePair;
import io.emphatic.logs.file.RowTime;
import io.emphatic.logs.learning.StreamMemory;

/** All that is known of one stream: where it stands, and its learners, or its traces where weights are shared. */
public final class StreamState extends StreamMemory {
    final Learner[] learners; // null where weights are shared
    final ParkedStream[] parked; // null where they are not
    private DensePair phi; // of the last two rows; null before, and where features are not dense
    private RowTime last; // of the last row; null before, where there is no order, and where it is one whole number
    private long lastWhole;
    private boolean isWhole; // whether the last row's time is lastWhole, which needs no objects

    StreamState(Learner[] learners) {
        super(learners.length);
        this.learners = learners;
        this.parked = null;
    }

    /** Of a stream that shares the weights of so many predictions. */
    StreamState(int predictions) {
        super(predictions);
        this.learners = null;
        this.parked = new ParkedStream[predictions];
        for (int p = 0; p < predictions; p++) {
            parked[p] = new ParkedStream();
        }
    }

    /** Of the last row; null before, and where there is no order. */
    RowTime last() {
        return isWhole ? RowTime.ofWhole(lastWhole) : last;
    }

    void remember(RowTime time) {
        isWhole = time != null && time.isWhole();
        lastWhole = isWhole ? time.whole() : 0;
        last = isWhole ? null : time;
    }

    /** Whether a time is not after that of the last row. */
    boolean isLate(RowTime time) {
        if (isWhole && time != null && time.isWhole()) {
            return time.whole() <= lastWhole;
        }
        RowTime before = last();
        return before != null && time != null && time.compareTo(before) <= 0;
    }

    /** Where the features of its rows go, if they are dense. */
    DensePair phi(int size) {
        if (phi == null) {
            phi = new DensePair(size);
        }
        return phi;
    }
}
