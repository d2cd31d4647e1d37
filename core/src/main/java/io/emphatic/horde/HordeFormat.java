package io.emphatic.horde;

import static io.emphatic.SavedFormat.readAll;
import static io.emphatic.SavedFormat.readCount;
import static io.emphatic.SavedFormat.writeAll;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.SavedFormat;
import io.emphatic.StepSize;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Saved state of a {@link Horde}.
 *
 * <h2>The format, version 5</h2>
 *
 * Big-endian, strings as in {@link DataOutputStream#writeUTF}:
 *
 * <pre>
 *   8 bytes     "EMPHORDE"
 *   int         version
 *   int         number of features n
 *   int         number of groups; for each: string algorithm; int number of parameters, for each: string name,
 *               double value; boolean whether it has diverged; doubles of the scale; int length and doubles of the
 *               rule's memory; n doubles g
 *   int         number of predictions; for each: int group; doubles constant, c1, c2 of the step size; long steps;
 *               long step that was refused because it diverged, −1 for none; double D; double upper bound of ‖θ‖₂;
 *               n doubles w; boolean whether its initial weights are not zero, n doubles if so
 *   long        CRC-32 of all bytes before it
 * </pre>
 */
final class HordeFormat {
    private static final SavedFormat FORMAT = new SavedFormat("EMPHORDE", 5, "horde", "horde");
    private static final int MOST_COLUMNS_RESERVED = 1 << 16;

    private HordeFormat() {}

    static void write(Horde horde, OutputStream stream) throws IOException {
        FORMAT.write(stream, out -> write(horde, out));
    }

    private static void write(Horde horde, DataOutputStream out) throws IOException {
        out.writeInt(horde.size());
        out.writeInt(horde.groups().size());
        for (HordeGroup group : horde.groups()) {
            writeGroup(group, out);
        }
        out.writeInt(horde.predictions().size());
        for (HordePrediction prediction : horde.predictions()) {
            writePrediction(horde, prediction, out);
        }
    }

    private static void writeGroup(HordeGroup group, DataOutputStream out) throws IOException {
        out.writeUTF(group.config().algorithm().name());
        SavedFormat.writeParameters(group.config().parameters(), out);
        out.writeBoolean(group.diverged);
        writeAll(group.trace.scale.state(), out);
        out.writeInt(group.memory.length);
        writeAll(group.memory, out);
        writeAll(group.trace.g, out);
    }

    private static void writePrediction(Horde horde, HordePrediction prediction, DataOutputStream out)
            throws IOException {
        int column = prediction.column();
        HordeColumns columns = horde.columns;
        out.writeInt(horde.groups().indexOf(prediction.group()));
        StepSize stepSize = prediction.stepSize();
        out.writeDouble(stepSize.constant());
        out.writeDouble(stepSize.c1());
        out.writeDouble(stepSize.c2());
        out.writeLong(columns.steps[column]);
        out.writeLong(columns.divergedAt[column]);
        out.writeDouble(columns.move[column]);
        out.writeDouble(columns.weightsNorm[column]);
        writeAll(horde.weights.column(column), out);
        out.writeBoolean(prediction.initialWeights != null);
        if (prediction.initialWeights != null) {
            writeAll(prediction.initialWeights, out);
        }
    }

    static Horde read(InputStream stream) throws IOException {
        return FORMAT.read(stream, HordeFormat::read);
    }

    private static Horde read(DataInputStream in) throws IOException {
        Horde horde = new Horde(in.readInt());
        for (int left = readCount(in, Integer.MAX_VALUE); left > 0; left--) {
            readGroup(horde, in);
        }
        int predictions = readCount(in, Integer.MAX_VALUE);
        horde.reserve(Math.min(predictions, MOST_COLUMNS_RESERVED));
        for (int left = predictions; left > 0; left--) {
            readPrediction(horde, in);
        }
        return horde;
    }

    private static void readGroup(Horde horde, DataInputStream in) throws IOException {
        String algorithm = in.readUTF();
        Config config = Algorithms.named(algorithm).configure(SavedFormat.readParameters(in));
        HordeGroup group = horde.group(config);
        group.diverged = in.readBoolean();
        readAll(group.trace.scale.state(), in);
        int memory = readCount(in, Integer.MAX_VALUE);
        if (memory != group.memory.length) {
            throw new IllegalArgumentException(
                    algorithm + " has " + group.memory.length + " numbers of memory, not " + memory);
        }
        readAll(group.memory, in);
        readAll(group.trace.g, in);
        group.trace.entriesChanged();
    }

    private static void readPrediction(Horde horde, DataInputStream in) throws IOException {
        int group = in.readInt();
        if (group < 0 || group >= horde.groups().size()) {
            throw new IllegalArgumentException("a prediction is of group " + group);
        }
        StepSize stepSize = new StepSize(in.readDouble(), Double.NaN, in.readDouble(), in.readDouble());
        HordePrediction prediction = horde.restore(horde.groups().get(group), stepSize);
        int column = prediction.column();
        HordeColumns columns = horde.columns;
        columns.steps[column] = in.readLong();
        columns.divergedAt[column] = in.readLong();
        columns.move[column] = in.readDouble();
        columns.weightsNorm[column] = in.readDouble();
        double[] weights = horde.weights.column(column);
        readAll(weights, in);
        horde.weights.setColumn(column, weights);
        if (in.readBoolean()) {
            double[] initialWeights = new double[horde.size()];
            readAll(initialWeights, in);
            prediction.initialWeights = initialWeights;
        }
    }
}
