package io.emphatic.flink;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.MergedStreams;
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
    static void write(Path directory, int group, List<StreamKey> streams, LiveSpec spec, CollectedSums collected)
            throws IOException {
        MergedStreams total = new MergedStreams(spec);
        for (StreamKey stream : streams) {
            total.add(collected.of(stream));
        }
        WholeFile.write(ModelParts.file(directory, group, SUMS), total.bytes());
    }

    /** Adds the sums of all groups. */
    static MergedStreams read(Path directory, LiveSpec spec) throws IOException {
        MergedStreams total = new MergedStreams(spec);
        for (Path file : ModelParts.files(directory, SUMS)) {
            total.add(Files.readAllBytes(file));
        }
        return total;
    }
}
