package io.emphatic.logs.file;

import io.emphatic.Learner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Numbers on their way into a checkpoint or out of it: each method returns the value to continue with. */
public final class SavedState {
    private final DataOutputStream out; // null while state is read
    private final DataInputStream in; // null while state is written

    public SavedState(DataOutputStream out) {
        this.out = out;
        this.in = null;
    }

    public SavedState(DataInputStream in) {
        this.out = null;
        this.in = in;
    }

    public long whole(long value) throws IOException {
        return value(value, DataOutputStream::writeLong, DataInputStream::readLong);
    }

    public double number(double value) throws IOException {
        return value(value, DataOutputStream::writeDouble, DataInputStream::readDouble);
    }

    public boolean flag(boolean value) throws IOException {
        return value(value, DataOutputStream::writeBoolean, DataInputStream::readBoolean);
    }

    public int count(int value) throws IOException {
        return value(value, DataOutputStream::writeInt, DataInputStream::readInt);
    }

    /** The first {@code count} numbers of an array. Modified where state is read. */
    public void numbers(double[] values, int count) throws IOException {
        for (int k = 0; k < count; k++) {
            values[k] = number(values[k]);
        }
    }

    public byte[] bytes(byte[] value) throws IOException {
        return value(
                value,
                (to, bytes) -> {
                    to.writeInt(bytes.length);
                    to.write(bytes);
                },
                from -> from.readNBytes(from.readInt()));
    }

    public void learner(Learner learner) throws IOException {
        value(learner, (to, one) -> one.write(to), from -> {
            try {
                learner.read(from);
                return learner;
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "the state of " + learner.config().algorithm() + " does not fit: " + e.getMessage(), e);
            }
        });
    }

    public <T> T value(T value, Writer<T> writer, Reader<T> reader) throws IOException {
        if (out == null) {
            return reader.read(in);
        }
        writer.write(out, value);
        return value;
    }

    public interface Writer<T> {
        void write(DataOutputStream out, T value) throws IOException;
    }

    public interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }
}
