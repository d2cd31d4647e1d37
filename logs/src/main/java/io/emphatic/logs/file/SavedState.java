package io.emphatic.logs.file;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.SavedFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Numbers on their way into a checkpoint or out of it: each method returns the value to continue with. */
public final class SavedState {
    private static final int MOST_NUMBERS = 1 << 27;

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

    /** What is saved and continued from, in the same order. */
    public interface Exchange {
        void exchange(SavedState state) throws IOException;
    }

    public static byte[] written(Exchange what) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        what.exchange(new SavedState(new DataOutputStream(bytes)));
        return bytes.toByteArray();
    }

    public static void read(byte[] bytes, Exchange what) throws IOException {
        what.exchange(new SavedState(new DataInputStream(new ByteArrayInputStream(bytes))));
    }

    /** Whether state is read, and not written. */
    public boolean isRead() {
        return out == null;
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

    public String text(String value) throws IOException {
        return value(value, DataOutputStream::writeUTF, from -> from.readUTF());
    }

    /** A value, or null. */
    public <T> T optional(T value, Writer<T> writer, Reader<T> reader) throws IOException {
        return flag(value != null) ? value(value, writer, reader) : null;
    }

    /** Numbers, however many were saved. */
    public double[] numbers(double[] values) throws IOException {
        double[] all = isRead() ? new double[SavedFormat.readCount(in, MOST_NUMBERS)] : values;
        if (!isRead()) {
            out.writeInt(all.length);
        }
        numbers(all, all.length);
        return all;
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

    /** Learners by name, each with the config that it belongs to; what was saved of others is left out. */
    public void learners(Map<String, Learner> learners) throws IOException {
        List<String> names = List.copyOf(learners.keySet());
        int count = count(names.size());
        for (int k = 0; k < count; k++) {
            String name = text(isRead() ? null : names.get(k));
            Learner learner = learners.get(name);
            byte[] bytes = bytes(isRead() ? null : written(state -> state.configured(name, learner)));
            if (isRead() && learner != null) {
                read(bytes, state -> state.configured(name, learner));
            }
        }
    }

    private void configured(String name, Learner learner) throws IOException {
        Config config = learner.config();
        String algorithm = text(config.algorithm().name());
        Map<String, Double> parameters = value(
                config.parameters(), (to, all) -> SavedFormat.writeParameters(all, to), SavedFormat::readParameters);
        if (!algorithm.equals(config.algorithm().name()) || !parameters.equals(config.parameters())) {
            throw new IllegalArgumentException(
                    name + " was learned by " + algorithm + " " + parameters + ", and is now "
                            + config.algorithm() + " " + config.parameters()
                            + "\nGive the changed prediction another name, so that it begins anew.");
        }
        value(learner, (to, one) -> one.write(to), from -> {
            learner.read(from);
            return learner;
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
