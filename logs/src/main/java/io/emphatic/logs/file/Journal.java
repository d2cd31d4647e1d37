package io.emphatic.logs.file;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.emphatic.documents.file.WholeFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file of lines, as CSV or as they are, that only grows, and can be cut back to its length at a checkpoint. */
final class Journal implements AutoCloseable {
    private static final int BLOCK = 1 << 15; // characters

    private final Path file;
    private final FileChannel channel;
    private final StringBuilder lines = new StringBuilder();
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
        if (length == 0 && !header.isEmpty()) {
            for (String name : header) {
                text(name);
            }
            endLine();
        }
    }

    void line(String text) throws IOException {
        lines.append(text);
        endLine();
    }

    void text(String value) {
        separate();
        boolean plain = !value.isEmpty();
        for (int k = 0; k < value.length() && plain; k++) {
            char c = value.charAt(k);
            plain = c != ',' && c != '"' && c != '\n' && c != '\r';
        }
        lines.append(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
    }

    /** The shortest decimal that is read as the same number; empty where it is not finite. */
    void number(double value) {
        separate();
        if (Double.isFinite(value)) {
            lines.append(NumberOutput.toString(value, true));
        }
    }

    /** A text or a whole number; null is an empty cell without the quotes of an empty text. */
    void key(Object value) {
        if (value instanceof String text) {
            text(text);
        } else {
            separate();
            lines.append(value == null ? "" : value);
        }
    }

    private void separate() {
        if (started) {
            lines.append(',');
        }
        started = true;
    }

    void endLine() throws IOException {
        lines.append('\n');
        started = false;
        if (lines.length() >= BLOCK) {
            write();
        }
    }

    private void write() throws IOException {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            lines.setLength(0);
        } catch (ClosedByInterruptException e) {
            throw (IOException) new InterruptedIOException("interrupted while writing " + file).initCause(e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    long force() throws IOException {
        write();
        channel.force(true);
        return channel.position();
    }

    @Override
    public void close() throws IOException {
        write();
        channel.close();
    }

    void discard() throws IOException {
        channel.close();
        WholeFile.discard(file);
    }
}
