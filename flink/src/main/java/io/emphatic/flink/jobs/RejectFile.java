package io.emphatic.flink.jobs;

import io.emphatic.documents.json.Json;
import io.emphatic.flink.state.Wire.RejectedLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Keeps what was not learned from in a file, which a restart cuts back; too many malformed lines end the job. */
public final class RejectFile extends AbstractStreamOperator<Void>
        implements OneInputStreamOperator<RejectedLine, Void> {
    private static final long serialVersionUID = 1;

    public static final String MALFORMED = "malformed";

    public static final String LATE = "late";

    private final String name;
    private final long tolerated;
    private transient ListState<Long> kept; // malformed, late, bytes
    private transient LongCounter malformed;
    private transient LongCounter late;
    private transient RandomAccessFile file; // null before the first line

    private RejectFile(Path file, long tolerated) {
        this.name = file.toAbsolutePath().toString();
        this.tolerated = tolerated;
    }

    public static void add(DataStream<RejectedLine> rejected, Path file, long tolerated) {
        rejected.transform("rejected", Types.VOID, new RejectFile(file, tolerated))
                .uid("rejected")
                .setParallelism(1)
                .setMaxParallelism(1);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        malformed = new LongCounter();
        late = new LongCounter();
        getRuntimeContext().addAccumulator(MALFORMED, malformed);
        getRuntimeContext().addAccumulator(LATE, late);
        kept = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("rejected", LongSerializer.INSTANCE));
        long length = 0;
        if (context.isRestored()) {
            var values = kept.get().iterator();
            if (values.hasNext()) {
                malformed.add(values.next());
                late.add(values.next());
                length = values.next();
            }
        }
        if (Files.exists(Path.of(name))) {
            open(length);
        }
    }

    private void open(long length) throws IOException {
        Path path = Path.of(name).toAbsolutePath();
        Files.createDirectories(path.getParent());
        file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(length);
        file.seek(length);
    }

    @Override
    public void processElement(StreamRecord<RejectedLine> record) throws IOException {
        RejectedLine line = record.getValue();
        (line.rejected().equals(LATE) ? late : malformed).add(1);
        if (file == null) {
            open(0);
        }
        file.write((Json.line(line) + "\n").getBytes(StandardCharsets.UTF_8));
        if (malformed.getLocalValuePrimitive() > tolerated) {
            throw new SuppressRestartsException(new IllegalArgumentException(tooMany(line)));
        }
    }

    private String tooMany(RejectedLine line) {
        return line.reason() + " (line " + line.position() + " of " + line.source() + ")\n  " + line.line() + "\n"
                + (tolerated == 0
                        ? "No malformed line is tolerated: --tolerate N would let N of them pass."
                        : "These are more than the " + tolerated + " malformed lines that --tolerate allows.")
                + " They are in " + name + ".";
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        kept.update(java.util.List.of(
                malformed.getLocalValuePrimitive(),
                late.getLocalValuePrimitive(),
                file == null ? 0 : file.getFilePointer()));
    }

    @Override
    public void close() throws Exception {
        if (file != null) {
            file.close();
        }
        super.close();
    }
}
