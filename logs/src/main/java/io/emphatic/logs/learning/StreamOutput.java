package io.emphatic.logs.learning;

import io.emphatic.logs.file.BegunStream;
import io.emphatic.logs.file.EarlierModels;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModelsFile;
import io.emphatic.logs.learning.LearnerRun.LearnerPrediction;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where streams that learn alone come from and go to: models before, and models after, sorted by stream. */
final class StreamOutput implements Closeable {
    private final EarlierModels earlier;
    private final StreamModelsFile file; // null for none
    private final List<List<StreamModel>> finished = new ArrayList<>(); // by prediction: those not written yet
    private StreamKey present; // null for none
    private long length;

    /**
     * @param from models to go on from; null for none
     * @param target where models go; null for nowhere
     * @param checkpoint the directory of the checkpoint; null for none
     */
    StreamOutput(Path from, Path target, Path checkpoint) throws IOException {
        this.earlier = new EarlierModels(from == null ? null : new StreamModels(from));
        this.file = target == null ? null : new StreamModelsFile(target, checkpoint);
    }

    EarlierModels earlier() {
        return earlier;
    }

    /** Before the first row is read, and after an interrupted run was continued. */
    void open() throws IOException {
        if (file != null) {
            file.open(length);
        }
        if (present != null) {
            earlier.skipTo(present);
        }
    }

    /** Writes what the streams have learned that are done with this chunk. */
    void collect(RowChunk chunk, List<LearnerPrediction> predictions) throws IOException {
        while (finished.size() < predictions.size()) {
            finished.add(new ArrayList<>());
        }
        for (int p = 0; p < predictions.size(); p++) {
            finished.get(p).addAll(predictions.get(p).takeFinished());
        }
        int done = 0;
        for (BegunStream begun : chunk.begun()) {
            if (present != null) {
                for (List<StreamModel> models : finished) {
                    write(models.get(done));
                }
                done++;
            }
            for (StreamModel model : begun.skipped()) {
                write(model);
            }
            present = begun.key();
        }
        for (List<StreamModel> models : finished) {
            models.subList(0, done).clear();
        }
    }

    private void write(StreamModel model) throws IOException {
        if (file != null) {
            file.write(model);
        }
    }

    void publish() throws IOException {
        if (file != null) {
            file.publish();
        }
    }

    /** Which stream is the present one, and how much of the file is on the disk. */
    void exchange(SavedState state) throws IOException {
        length = state.whole(file == null ? 0 : file.isOpen() ? file.force() : 0);
        present = state.flag(present != null)
                ? state.value(present, (out, key) -> key.write(out), StreamKey::read)
                : null;
    }

    @Override
    public void close() throws IOException {
        earlier.close();
        if (file != null) {
            file.close();
        }
    }
}
