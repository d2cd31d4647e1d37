package io.emphatic.logs.file;

import io.emphatic.documents.file.WholeFile;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of models by stream ({@link StreamModels}) while it is written, line by line. */
public final class StreamModelsFile implements Closeable {
    private final Path target;
    private final Path kept; // beside a checkpoint, where the lines are until the end; null without checkpoint
    private Path written;
    private FileChannel channel;
    private OutputStream out;
    private boolean published;

    /** @param checkpoint the directory of the checkpoint; null for none */
    public StreamModelsFile(Path target, Path checkpoint) {
        this.target = target;
        this.kept = checkpoint == null ? null : checkpoint.resolve(Checkpoint.MODELS);
    }

    /** Opens it, and continues after its first {@code length} bytes. */
    public void open(long length) throws IOException {
        written = kept == null ? WholeFile.begin(target) : kept;
        channel = FileChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() < length) {
            throw new IOException(written + " is shorter than the checkpoint says: it cannot be resumed from");
        }
        channel.truncate(length);
        channel.position(length);
        out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    }

    public boolean isOpen() {
        return out != null;
    }

    public void write(StreamModel model) throws IOException {
        out.write((StreamModels.line(model) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Brings all lines to the disk, and returns their length in bytes. */
    public long force() throws IOException {
        out.flush();
        channel.force(false);
        return channel.position();
    }

    /** Gives the finished file its name. */
    public void publish() throws IOException {
        force();
        channel.close();
        if (kept == null) {
            WholeFile.publish(written, target);
        } else {
            WholeFile.write(target, copy -> Files.copy(kept, copy));
        }
        published = true;
    }

    /** Without {@link #publish}, leaves no file but that of a checkpoint. */
    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
        if (kept == null && written != null && !published) {
            WholeFile.discard(written);
        }
    }
}
