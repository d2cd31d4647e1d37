package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.logs.file.LogStreams.Own;
import io.emphatic.logs.file.LogStreams.Own.OwnStream;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where streams with learners of their own come from and go to: models, sorted by stream. */
final class StreamOutput implements Closeable {
    private static final int MOST_NAMED = 5;

    private final List<PlannedPrediction> predictions;
    private final Own streams;
    private final StreamModels earlier; // for those who learn; null for none
    private final StreamModels copied; // the same, of which those are copied that the log does not have
    private final StreamModels.ModelLines file; // null for none
    private final List<Totals> totals = new ArrayList<>(); // by prediction
    private OwnStream present; // null for none
    private long count; // of the streams that are done
    private long length;

    private static final class Totals {
        private long steps;
        private long stepsBefore;
        private long diverged;
        private List<String> firstDiverged = new ArrayList<>();

        void exchange(SavedState state) throws IOException {
            steps = state.whole(steps);
            stepsBefore = state.whole(stepsBefore);
            diverged = state.whole(diverged);
            firstDiverged = state.value(
                    firstDiverged,
                    (out, names) -> out.writeUTF(String.join("\0", names)),
                    in -> new ArrayList<>(List.of(in.readUTF().split("\0"))));
            firstDiverged.removeIf(String::isEmpty);
        }
    }

    StreamOutput(Plan plan, Path from, Path target, Path checkpoint) throws IOException {
        this.predictions = plan.predictions();
        this.earlier = from == null ? null : new StreamModels(from);
        this.copied = from == null ? null : new StreamModels(from);
        this.file = target == null ? null : new StreamModels.ModelLines(target, checkpoint);
        int size = plan.features().size();
        this.streams = new Own(predictions.size(), earlier, (p, models) -> {
            PlannedPrediction one = predictions.get(p);
            return StreamModel.learner(models, one.name(), one.config(), size);
        });
        predictions.forEach(one -> totals.add(new Totals()));
    }

    Own streams() {
        return streams;
    }

    OwnStream present() {
        return present;
    }

    /** Before the first row is read, and after an interrupted run was continued. */
    void open() throws IOException {
        if (file != null) {
            file.open(length);
        }
        if (present != null && copied != null) {
            copied.take(present.key());
        }
    }

    /** Writes what the streams have learned that are done with this chunk. */
    void collect(RowChunk chunk, long learnFrom) throws IOException {
        for (int row = (int) Math.max(0, learnFrom - chunk.firstRow()); row < chunk.size(); row++) {
            if (chunk.stream(row) != present) {
                finish();
                begin((OwnStream) chunk.stream(row));
            }
        }
        if (chunk.size() == 0) {
            finish();
            copyBefore(null);
        }
    }

    private void begin(OwnStream stream) throws IOException {
        present = stream;
        copyBefore(stream.key());
        if (copied != null) {
            copied.take(stream.key());
        }
        for (StreamModel model : stream.from()) {
            for (int p = 0; p < totals.size(); p++) {
                totals.get(p).stepsBefore += predictions.get(p).name().equals(model.prediction()) ? model.steps() : 0;
            }
        }
    }

    /** Copies the models of streams before this one that the log does not have; of all that are left for null. */
    private void copyBefore(StreamKey stream) throws IOException {
        while (copied != null
                && copied.stream() != null
                && (stream == null || copied.stream().compareTo(stream) < 0)) {
            for (StreamModel model : copied.take()) {
                write(model);
            }
        }
    }

    private void finish() throws IOException {
        for (int p = 0; present != null && p < predictions.size(); p++) {
            Learner learner = present.learner(p);
            write(StreamModel.of(present.key(), predictions.get(p).name(), learner));
            Totals total = totals.get(p);
            total.steps += learner.steps();
            if (learner.divergedAt().isPresent() && total.diverged++ < MOST_NAMED) {
                total.firstDiverged.add(present.key().text());
            }
        }
        count += present == null ? 0 : 1;
        present = null;
    }

    private void write(StreamModel model) throws IOException {
        if (file != null) {
            file.write(model);
        }
    }

    LearningReport.StreamSummary summary(int prediction) {
        Totals total = totals.get(prediction);
        return new LearningReport.StreamSummary(
                count, total.steps, total.stepsBefore, total.diverged, List.copyOf(total.firstDiverged));
    }

    void publish() throws IOException {
        if (file != null) {
            file.publish();
        }
    }

    /** The present stream with its learners, the sums, and how much of the file is on the disk. */
    void exchange(SavedState state) throws IOException {
        length = state.whole(file == null ? 0 : file.force());
        count = state.whole(count);
        for (Totals total : totals) {
            total.exchange(state);
        }
        if (state.flag(present != null)) {
            StreamKey key =
                    state.value(present == null ? null : present.key(), (out, one) -> one.write(out), StreamKey::read);
            present = present == null ? streams.resumeAt(key) : present;
            for (int p = 0; p < predictions.size(); p++) {
                state.learner(present.learner(p));
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (earlier != null) {
            earlier.close();
            copied.close();
        }
        if (file != null) {
            file.close();
        }
    }
}
