package io.emphatic.logs.file;

import io.emphatic.Learner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A stream with a learner of its own for each prediction. */
public class OwningStream extends StreamState {
    private final Learner[] learners; // by prediction
    private final ShownRanges ranges = new ShownRanges();

    public OwningStream(int lines, Learner... learners) {
        super(lines);
        this.learners = learners;
    }

    public final Learner learner(int prediction) {
        if (learners[prediction] == null) {
            learners[prediction] = make(prediction);
        }
        return learners[prediction];
    }

    /** A learner that was not there from the beginning. */
    Learner make(int prediction) {
        throw new IllegalStateException("prediction " + prediction + " has no learner");
    }

    @Override
    public final ShownRanges ranges() {
        return ranges;
    }

    @Override
    public Learner enter(int prediction, Learner shared) {
        return learner(prediction);
    }

    @Override
    public void write(Layout layout, DataOutputStream out) throws IOException {
        super.write(layout, out);
        ranges.exchange(new SavedState(out));
    }

    @Override
    public void read(Layout layout, DataInputStream in) throws IOException {
        super.read(layout, in);
        ranges.exchange(new SavedState(in));
    }
}
