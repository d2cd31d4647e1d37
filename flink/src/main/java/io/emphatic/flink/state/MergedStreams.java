package io.emphatic.flink.state;

import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.experience.SavedFormat;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.file.StreamState.OwningStream;
import io.emphatic.logs.learning.ModelWriter;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One model from all streams by learners whose state is a sum, rounded in the order in which they are added. */
public final class MergedStreams {
    private static final SavedFormat FORMAT = new SavedFormat("EMMERGED", 2, "state", "sums of streams");

    private final LiveSpec spec;
    private final Map<String, Learner> sums = new LinkedHashMap<>();
    private long streams;

    /** @throws IllegalArgumentException if a prediction is not by least squares: the sentence says what to do */
    public MergedStreams(LiveSpec spec) {
        require(spec);
        this.spec = spec;
        int size = spec.plan().features().size();
        spec.plan()
                .predictions()
                .forEach(one -> sums.put(one.name(), one.config().learner(size)));
    }

    private static void require(LiveSpec spec) {
        for (PlannedPrediction one : spec.plan().predictions()) {
            if (!(one.config() instanceof LeastSquares)) {
                throw new IllegalArgumentException(
                        one.name() + ": " + one.config().algorithm()
                                + " learns step by step from all streams in turn, which cannot be done apart and put together:"
                                + " its weights do not add up\nGive each stream its learners (per: stream), or use lstd or elstd,"
                                + " whose sums do.");
            }
        }
    }

    /** Adds a stream; refuses one that has diverged, and nothing has changed then. */
    public void add(StreamState stream) {
        OwningStream own = (OwningStream) stream;
        int p = 0;
        for (Learner sum : sums.values()) {
            if (own.learner(p++).divergedAt().isPresent()) {
                throw new IllegalArgumentException(sum.config().algorithm()
                        + " has diverged in a stream: its sums are beyond the range of numbers");
            }
        }
        p = 0;
        for (Learner sum : sums.values()) {
            sum.merge(own.learner(p++));
        }
        streams++;
    }

    public void add(byte[] others) throws IOException {
        FORMAT.read(new BufferedInputStream(new ByteArrayInputStream(others)), this::read);
    }

    private Void read(DataInputStream in) throws IOException {
        long count = in.readLong();
        int size = spec.plan().features().size();
        Map<String, Learner> others = new LinkedHashMap<>();
        sums.forEach((name, sum) -> others.put(name, sum.config().learner(size)));
        new SavedState(in).learners(others);
        sums.forEach((name, sum) -> sum.merge(others.get(name)));
        streams += count;
        return null;
    }

    public byte[] bytes() {
        return FORMAT.bytes(this::write);
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeLong(streams);
        new SavedState(out).learners(sums);
    }

    public List<String> predictions() {
        return List.copyOf(sums.keySet());
    }

    public double[] weights(String prediction) {
        return sums.get(prediction).weights();
    }

    public long stepsLearned(String prediction) {
        return sums.get(prediction).steps();
    }

    /** The model of all streams: parameters as those of {@link LiveLearners#model}. */
    public Model model(String version, String time, String name, long rows) throws IOException {
        Origin origin = new Origin(
                version, time, name, "", null, rows, streams, spec.plan().spec(), List.of());
        return ModelWriter.of(spec.plan(), sums, new ShownRanges(), origin);
    }
}
