package io.emphatic.flink;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.StreamLearners;
import io.emphatic.logs.live.StreamState;
import io.emphatic.logs.live.StreamSums;
import io.emphatic.logs.scaleout.ScaleOutReport.MergedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One model from all streams. The sums of the streams of a key group are added in the order of the streams, those of
 * the groups in the order of the groups: no matter which task had which group, or when.
 */
final class MergedModels {
    private static final String SUMS = ".sums";

    /** Reads what a stream has collected. */
    @FunctionalInterface
    interface CollectedSums {
        StreamState of(StreamKey stream) throws IOException;
    }

    private MergedModels() {}

    /** Writes the sum of a group. */
    static void write(
            Path directory, int group, List<StreamKey> streams, StreamLearners learners, CollectedSums collected)
            throws IOException {
        StreamState total = learners.start();
        for (StreamKey stream : streams) {
            StreamSums.add(total, collected.of(stream));
        }
        WholeFile.write(ModelParts.file(directory, group, SUMS), learners.bytes(total));
    }

    /** Adds the sums of all groups, and solves. */
    static List<MergedModel> read(Path directory, JobDescription description) throws IOException {
        try (LiveSpec spec = description.compile()) {
            StreamLearners learners = new StreamLearners(spec);
            StreamState total = learners.start();
            for (Path file : ModelParts.files(directory, SUMS)) {
                StreamSums.add(total, learners.read(Files.readAllBytes(file)));
            }
            return learners.models(StreamKey.NONE, total).stream()
                    .map(model -> new MergedModel(model.prediction(), model.steps(), model.weights()))
                    .toList();
        }
    }
}
