package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.sql.LogFiles;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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

/** Files of lines, also compressed, each read by one reader; a restored one reads over what was read before. */
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
            reader.skip(position.getRecordsAfterOffset());
        }
        return reader;
    }

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
        private final BufferedReader lines;
        private final String header; // null in a file of JSON
        private long records;

        LineReader(Path path) throws IOException {
            this.path = path;
            FSDataInputStream file = path.getFileSystem().open(path);
            InflaterInputStreamFactory<?> inflater = StandardDeCompressors.getDecompressorForFileName(path.getName());
            InputStream bytes = inflater == null ? file : inflater.create(new BufferedInputStream(file, 1 << 16));
            this.lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), 1 << 16);
            this.header = LogFiles.kind(java.nio.file.Path.of(path.getPath())).equals(LogFiles.JSON)
                    ? null
                    : withoutMark(lines.readLine());
        }

        /** Some programs begin a file with a byte order mark. */
        private static String withoutMark(String header) {
            return header != null && header.startsWith("\uFEFF") ? header.substring(1) : header;
        }

        void skip(long count) throws IOException {
            while (records < count) {
                lines.readLine();
                records++;
            }
        }

        @Override
        public RecordIterator<TextLine> readBatch() throws IOException {
            long before = records;
            TextLine[] batch = new TextLine[BATCH];
            int size = 0;
            for (String text = lines.readLine(); text != null; text = size < BATCH ? lines.readLine() : null) {
                records++;
                batch[size++] = new TextLine(path.getPath(), header == null ? records : records + 1, header, text);
            }
            ArrayResultIterator<TextLine> found = new ArrayResultIterator<>();
            found.set(batch, size, CheckpointedPosition.NO_OFFSET, before);
            return size == 0 ? null : found;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
