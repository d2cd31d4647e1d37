package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.sql.LogFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.flink.api.common.io.compression.InflaterInputStreamFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.compression.StandardDeCompressors;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.ArrayResultIterator;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/** Files of lines, also compressed, each read by one reader; a restored one continues at its byte. */
final class LineFormat implements BulkFormat<TextLine, FileSourceSplit> {
    private static final long serialVersionUID = 1;
    private static final int BATCH = 1024;

    @Override
    public Reader<TextLine> createReader(Configuration configuration, FileSourceSplit split) throws IOException {
        return new LineReader(split.path());
    }

    @Override
    public Reader<TextLine> restoreReader(Configuration configuration, FileSourceSplit split) throws IOException {
        LineReader reader = new LineReader(split.path());
        CheckpointedPosition position = split.getReaderPosition().orElse(null);
        if (position != null) {
            reader.goTo(position.getOffset(), position.getRecordsAfterOffset());
        }
        return reader;
    }

    /** Of a whole file. */
    Reader<TextLine> reader(Path path) throws IOException {
        return new LineReader(path);
    }

    @Override
    public boolean isSplittable() {
        return false;
    }

    @Override
    public TypeInformation<TextLine> getProducedType() {
        return Wire.LINE;
    }

    private static final class LineReader implements Reader<TextLine> {
        private final Path path;
        private final FSDataInputStream file;
        private final InflaterInputStreamFactory<?> inflater;
        private final String header; // null in a file of JSON
        private Lines lines;

        LineReader(Path path) throws IOException {
            this.path = path;
            this.file = path.getFileSystem().open(path);
            this.inflater = StandardDeCompressors.getDecompressorForFileName(path.getName());
            InputStream bytes = inflater == null ? file : inflater.create(new BufferedInputStream(file, 1 << 16));
            this.lines = new Lines(bytes, 0);
            this.header = LogFiles.kind(java.nio.file.Path.of(path.getPath())).equals(LogFiles.JSON)
                    ? null
                    : withoutMark(lines.next());
        }

        /** Some programs begin a file with a byte order mark. */
        private static String withoutMark(String header) {
            return header != null && header.startsWith("\uFEFF") ? header.substring(1) : header;
        }

        /** To the byte at which a line begins, and over some lines after it. */
        void goTo(long offset, long after) throws IOException {
            if (offset > 0 && inflater == null) {
                file.seek(offset);
                lines = new Lines(file, offset);
            }
            while (inflater != null && lines.position() < offset) {
                lines.next();
            }
            for (long k = 0; k < after; k++) {
                lines.next();
            }
        }

        @Override
        public RecordIterator<TextLine> readBatch() throws IOException {
            long offset = lines.position();
            TextLine[] batch = new TextLine[BATCH];
            int size = 0;
            while (size < BATCH) {
                long position = lines.position();
                String text = lines.next();
                if (text == null) {
                    break;
                }
                batch[size++] = new TextLine(path.getPath(), position, header, text);
            }
            ArrayResultIterator<TextLine> records = new ArrayResultIterator<>();
            records.set(batch, size, offset, 0);
            return size == 0 ? null : records;
        }

        @Override
        public void close() throws IOException {
            lines.close();
            file.close();
        }
    }
}
