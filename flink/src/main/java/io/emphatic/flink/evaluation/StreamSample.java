package io.emphatic.flink.evaluation;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.logs.file.StreamKey;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.MathUtils;

/** Some streams, by which {@link StreamRanges} are cut: those with the smallest hashes, whoever has seen them. */
public final class StreamSample extends AbstractStreamOperator<Void>
        implements OneInputStreamOperator<KeyedRow, Void>, BoundedOneInput {
    private static final long serialVersionUID = 1;

    private static final int SIZE = 1 << 13;
    private static final Comparator<StreamKey> BY_HASH = Comparator.comparingInt(
                    (StreamKey key) -> MathUtils.murmurHash(key.hashCode()))
            .thenComparing(Comparator.naturalOrder());

    private final String directory;
    private transient TreeSet<StreamKey> kept;

    public StreamSample(Path directory) {
        this.directory = directory.toString();
    }

    @Override
    public void open() throws Exception {
        super.open();
        kept = new TreeSet<>(BY_HASH);
    }

    @Override
    public void processElement(StreamRecord<KeyedRow> record) {
        add(record.getValue().stream(), kept);
    }

    private static void add(StreamKey stream, TreeSet<StreamKey> kept) {
        if (kept.size() < SIZE || BY_HASH.compare(stream, kept.last()) < 0) {
            kept.add(stream);
            if (kept.size() > SIZE) {
                kept.pollLast();
            }
        }
    }

    @Override
    public void endInput() throws IOException {
        int task = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        WholeFile.write(Path.of(directory).resolve("sample-" + task), file -> {
            DataOutputStream out = new DataOutputStream(file);
            out.writeInt(kept.size());
            for (StreamKey stream : kept) {
                stream.write(out);
            }
        });
    }

    /** The sample of all that the tasks have seen. */
    public static Set<StreamKey> read(Path directory) throws IOException {
        TreeSet<StreamKey> all = new TreeSet<>(BY_HASH);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "sample-*")) {
            for (Path file : files) {
                try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                    for (int left = in.readInt(); left > 0; left--) {
                        add(StreamKey.read(in), all);
                    }
                }
            }
        }
        return all;
    }
}
