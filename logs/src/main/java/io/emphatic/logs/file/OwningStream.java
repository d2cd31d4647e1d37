package io.emphatic.logs.file;

import io.emphatic.Learner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.IntFunction;

/** A stream with a learner of its own for each prediction. */
public class OwningStream extends StreamState {
    private final Learner[] learners; // by prediction
    private final IntFunction<Learner> maker;
    private final ShownRanges ranges = new ShownRanges();

    /** @param maker of the learner of each prediction, when it is first needed */
    public OwningStream(int predictions, IntFunction<Learner> maker) {
        super(predictions);
        this.learners = new Learner[predictions];
        this.maker = maker;
    }

    public final Learner learner(int prediction) {
        if (learners[prediction] == null) {
            learners[prediction] = maker.apply(prediction);
        }
        return learners[prediction];
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
