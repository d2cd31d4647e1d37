package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.engine.ParkedStream;
import io.emphatic.logs.file.RowTime;
import io.emphatic.logs.learning.StreamMemory;

/** All that is known of one stream: where it stands, and its learners, or its traces where weights are shared. */
public final class StreamState extends StreamMemory {
    final Learner[] learners; // null where weights are shared
    final ParkedStream[] parked; // null where they are not
    RowTime last; // of the last row; null before, and where there is no order

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
}
