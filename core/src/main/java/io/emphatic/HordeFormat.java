package io.emphatic;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A {@link Horde} at rest.
 *
 * <h2>The format, version 2</h2>
 *
 * Big-endian, strings as in {@link DataOutputStream#writeUTF}:
 *
 * <pre>
 *   8 bytes     "EMPHORDE"
 *   int         version
 *   int         number of features n
 *   string      precision
 *   int         number of groups; for each: string algorithm; int number of parameters, for each: string name, double value;
 *               boolean stopped; doubles of the scale; int length and doubles of the rule's memory; n doubles g
 *   int         number of predictions; for each: int group; doubles constant, c1, c2 of the step size; long steps; long step at which
 *               it diverged, −1 for never; double D; double bound; n doubles or floats w; boolean whether its
 *               initial weights are not zero, n doubles if so
 *   long        CRC-32 of all bytes before it
 * </pre>
 */
final class HordeFormat {
    private static final byte[] MAGIC = {'E', 'M', 'P', 'H', 'O', 'R', 'D', 'E'};
    private static final int VERSION = 2;
    private static final int CHUNK = 1 << 16;

    private HordeFormat() {}

    static void write(Horde horde, OutputStream stream) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(new BufferedOutputStream(stream, CHUNK), new CRC32());
        DataOutputStream out = new DataOutputStream(checked);
        out.write(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(horde.size());
        out.writeUTF(horde.precision().name());
        out.writeInt(horde.groups().size());
        for (HordeGroup group : horde.groups()) {
            writeGroup(group, out);
        }
        out.writeInt(horde.predictions().size());
        for (HordePrediction prediction : horde.predictions()) {
            writePrediction(horde, prediction, out);
        }
        out.writeLong(checked.getChecksum().getValue());
        out.flush();
    }

    private static void writeGroup(HordeGroup group, DataOutputStream out) throws IOException {
        out.writeUTF(group.config().algorithm().name());
        Map<String, Double> parameters = group.config().parameters();
        out.writeInt(parameters.size());
        for (var entry : parameters.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeDouble(entry.getValue());
        }
        out.writeBoolean(group.isStopped());
        writeAll(group.trace().scale().state(), out);
        out.writeInt(group.memory().length);
        writeAll(group.memory(), out);
        writeAll(group.trace().g(), out);
    }

    private static void writePrediction(Horde horde, HordePrediction prediction, DataOutputStream out)
            throws IOException {
        int column = prediction.column();
        HordeColumns columns = horde.columns();
        out.writeInt(horde.groups().indexOf(prediction.group()));
        StepSize stepSize = prediction.stepSize();
        out.writeDouble(stepSize.constant());
        out.writeDouble(stepSize.c1());
        out.writeDouble(stepSize.c2());
        out.writeLong(columns.steps[column]);
        out.writeLong(columns.divergedAt[column]);
        out.writeDouble(columns.move[column]);
        out.writeDouble(columns.bound[column]);
        for (int j = 0; j < horde.size(); j++) {
            double weight = horde.weights().get(j, column);
            if (horde.precision() == Horde.Precision.FLOAT) {
                out.writeFloat((float) weight);
            } else {
                out.writeDouble(weight);
            }
        }
        out.writeBoolean(prediction.initialWeights() != null);
        if (prediction.initialWeights() != null) {
            writeAll(prediction.initialWeights(), out);
        }
    }

    private static void writeAll(double[] values, DataOutputStream out) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    static Horde read(InputStream stream, int threads) throws IOException {
        CheckedInputStream checked = new CheckedInputStream(stream, new CRC32());
        DataInputStream in = new DataInputStream(checked);
        Horde horde = null;
        try {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                throw new IOException("this is not a horde");
            }
            int version = in.readInt();
            if (version != VERSION) {
                throw new IOException(
                        "the horde has format version " + version + ", this program reads version " + VERSION);
            }
            int size = in.readInt();
            horde = new Horde(size, Horde.Precision.valueOf(in.readUTF()), threads);
            for (int left = readCount(in); left > 0; left--) {
                readGroup(horde, in);
            }
            int predictions = readCount(in);
            horde.reserve(Math.min(predictions, CHUNK));
            for (int left = predictions; left > 0; left--) {
                readPrediction(horde, in);
            }
            long expected = checked.getChecksum().getValue();
            if (in.readLong() != expected) {
                throw new IOException("the horde is damaged: its checksum does not match");
            }
            Horde read = horde;
            horde = null;
            return read;
        } catch (EOFException e) {
            throw new IOException("the horde is truncated or damaged: it ends too early", e);
        } catch (UTFDataFormatException | IllegalArgumentException | IllegalStateException e) {
            throw new IOException("the horde is damaged: " + e.getMessage(), e);
        } finally {
            if (horde != null) {
                horde.close();
            }
        }
    }

    private static int readCount(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0) {
            throw new IOException("the horde is damaged: it claims " + count + " entries");
        }
        return count;
    }

    private static void readGroup(Horde horde, DataInputStream in) throws IOException {
        String algorithm = in.readUTF();
        Map<String, Double> parameters = new LinkedHashMap<>();
        for (int left = readCount(in); left > 0; left--) {
            parameters.put(in.readUTF(), in.readDouble());
        }
        HordeGroup group = horde.group(Algorithms.named(algorithm).configure(parameters));
        group.setStopped(in.readBoolean());
        readAll(group.trace().scale().state(), in);
        int memory = readCount(in);
        if (memory != group.memory().length) {
            throw new IOException("the horde is damaged: " + algorithm + " has " + group.memory().length
                    + " numbers of memory, not " + memory);
        }
        readAll(group.memory(), in);
        readAll(group.trace().g(), in);
        group.trace().entriesChanged();
    }

    private static void readPrediction(Horde horde, DataInputStream in) throws IOException {
        int group = in.readInt();
        if (group < 0 || group >= horde.groups().size()) {
            throw new IOException("the horde is damaged: a prediction is of group " + group);
        }
        StepSize stepSize = new StepSize(in.readDouble(), in.readDouble(), in.readDouble());
        HordePrediction prediction = horde.restore(horde.groups().get(group), stepSize);
        int column = prediction.column();
        HordeColumns columns = horde.columns();
        columns.steps[column] = in.readLong();
        columns.divergedAt[column] = in.readLong();
        columns.move[column] = in.readDouble();
        columns.bound[column] = in.readDouble();
        for (int j = 0; j < horde.size(); j++) {
            horde.weights()
                    .set(j, column, horde.precision() == Horde.Precision.FLOAT ? in.readFloat() : in.readDouble());
        }
        if (in.readBoolean()) {
            double[] initialWeights = new double[horde.size()];
            readAll(initialWeights, in);
            prediction.setInitialWeights(initialWeights);
        }
    }

    private static void readAll(double[] values, DataInputStream in) throws IOException {
        for (int j = 0; j < values.length; j++) {
            values[j] = in.readDouble();
        }
    }
}
