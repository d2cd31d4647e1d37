package io.emphatic.experience;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The frame of saved state, as of a snapshot: magic, version, body, and the CRC-32 of all bytes before it.
 *
 * @param magic the first bytes, ASCII
 * @param name what is saved, in messages
 * @param title the same in more words
 */
public record SavedFormat(String magic, int version, String name, String title) {
    public static final int CHUNK = 1 << 16;
    private static final int BYTES_AT_FIRST = 1 << 10;

    /** Writes what stands between version and checksum. */
    public interface BodyWriter {
        void write(DataOutputStream out) throws IOException;
    }

    /** Reads it back; may refuse it by an {@link IllegalArgumentException}. */
    public interface BodyReader<T> {
        T read(DataInputStream in) throws IOException;
    }

    /** Writes to a stream, which stays open. */
    public void write(OutputStream stream, BodyWriter body) throws IOException {
        write(stream, body, CHUNK);
    }

    /** Writes to bytes in memory. */
    public byte[] bytes(BodyWriter body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES_AT_FIRST);
        try {
            write(bytes, body, BYTES_AT_FIRST); // small ones are written by the million
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail to be written", e);
        }
        return bytes.toByteArray();
    }

    private void write(OutputStream stream, BodyWriter body, int buffer) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked, buffer));
        out.writeBytes(magic);
        out.writeInt(version);
        body.write(out);
        out.flush();
        out.writeLong(checked.getChecksum().getValue());
        out.flush();
    }

    /** Reads from a stream, which stays open behind the last byte if it is a buffered one. */
    public <T> T read(InputStream stream, BodyReader<T> body) throws IOException {
        CheckedInputStream checked = new CheckedInputStream(stream, new CRC32());
        DataInputStream in = new DataInputStream(checked);
        try {
            if (!magic.equals(new String(in.readNBytes(magic.length()), StandardCharsets.ISO_8859_1))) {
                throw new IOException("this is not a " + title);
            }
            int found = in.readInt();
            if (found != version) {
                throw new IOException(
                        "the " + name + " has format version " + found + ", this program reads version " + version);
            }
            T read = body.read(in);
            long expected = checked.getChecksum().getValue();
            if (in.readLong() != expected) {
                throw damaged("its checksum does not match", null);
            }
            return read;
        } catch (EOFException e) {
            throw new IOException("the " + name + " is truncated or damaged: it ends too early", e);
        } catch (UTFDataFormatException e) {
            throw damaged("a name in it cannot be read", e);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private IOException damaged(String why, Exception cause) {
        return new IOException("the " + name + " is damaged: " + why, cause);
    }

    /** Reads how many entries follow, at most this many. */
    public static int readCount(DataInput in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IllegalArgumentException("it claims " + count + " entries");
        }
        return count;
    }

    public static void writeParameters(Map<String, Double> parameters, DataOutput out) throws IOException {
        out.writeInt(parameters.size());
        for (var entry : parameters.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeDouble(entry.getValue());
        }
    }

    public static Map<String, Double> readParameters(DataInput in) throws IOException {
        Map<String, Double> parameters = new LinkedHashMap<>();
        for (int left = readCount(in, 64); left > 0; left--) {
            parameters.put(in.readUTF(), in.readDouble());
        }
        return parameters;
    }

    public static void writeAll(double[] values, DataOutput out) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    public static void readAll(double[] values, DataInput in) throws IOException {
        for (int j = 0; j < values.length; j++) {
            values[j] = in.readDouble();
        }
    }
}
