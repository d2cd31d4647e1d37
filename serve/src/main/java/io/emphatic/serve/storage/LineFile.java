package io.emphatic.serve.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of {@linkplain LogLine lines} that grows; what an append that failed has written is cut off. */
public final class LineFile implements Closeable {
    private final Storage.AppendedFile file;
    private long length; // as far as it is acknowledged
    private boolean hasRemains; // of an append that failed

    /** @param length how much of the file is acknowledged */
    public LineFile(Storage storage, String name, long length) throws IOException {
        this.file = storage.append(name);
        this.length = length;
        try {
            this.hasRemains = file.size() != length;
            cutRemains(); // at once: others read the file too
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Opens a file and visits its lines. A torn last one was never acknowledged, and is cut off. */
    public static LineFile open(Storage storage, String directory, String name, SegmentReader.RowVisitor visitor)
            throws IOException {
        long length = 0;
        if (storage.list(directory).contains(name)) {
            SegmentReader reader = new SegmentReader(storage);
            reader.read(directory + "/" + name, 0, true, 0, visitor);
            length = reader.length;
        }
        return new LineFile(storage, directory + "/" + name, length);
    }

    long length() {
        return length;
    }

    /** Lines are on the disk when this returns; if it throws, the file is as it was before. */
    public void append(ByteBuffer lines) throws IOException {
        cutRemains();
        int size = lines.remaining();
        hasRemains = true;
        file.write(lines);
        file.sync();
        hasRemains = false;
        length += size;
    }

    private void cutRemains() throws IOException {
        if (hasRemains) {
            file.truncate(length);
            file.sync();
            hasRemains = false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
