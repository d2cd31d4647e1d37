package io.emphatic.logs.file;

import io.emphatic.documents.file.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The predictions file while it is being written: CSV that only grows, and can be cut back to its length at a
 * checkpoint.
 */
final class Journal implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final OutputStream out;
    private final StringBuilder line = new StringBuilder();
    private boolean started; // whether the line has a value, which may be empty

    /** @param length how many bytes of an existing file are kept; 0 to start a new file */
    Journal(Path file, long length, List<String> header) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() < length) {
            channel.close();
            throw new IOException(file + " is shorter than the checkpoint says: it cannot be resumed from");
        }
        channel.truncate(length);
        channel.position(length);
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        if (length == 0) {
            for (String name : header) {
                text(name);
            }
            endLine();
        }
    }

    void text(String value) {
        separate();
        boolean plain = !value.isEmpty();
        for (int k = 0; k < value.length() && plain; k++) {
            char c = value.charAt(k);
            plain = c != ',' && c != '"' && c != '\n' && c != '\r';
        }
        if (plain) {
            line.append(value);
        } else {
            line.append('"').append(value.replace("\"", "\"\"")).append('"');
        }
    }

    void whole(long value) {
        separate();
        line.append(value);
    }

    /** Empty where it is not finite. */
    void number(double value) {
        separate();
        if (Double.isFinite(value)) {
            line.append(value);
        }
    }

    /** NULL: an empty cell without the quotes of an empty text. */
    void absent() {
        separate();
    }

    private void separate() {
        if (started) {
            line.append(',');
        }
        started = true;
    }

    void endLine() throws IOException {
        try {
            out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
        line.setLength(0);
        started = false;
    }

    /** Flushes everything to the disk and returns the length of the file. */
    long force() throws IOException {
        out.flush();
        channel.force(true);
        return channel.position();
    }

    @Override
    public void close() throws IOException {
        out.flush();
        channel.close();
    }

    void discard() throws IOException {
        channel.close();
        WholeFile.discard(file);
    }
}
