package io.emphatic.horde;

import static io.emphatic.SavedFormat.readAll;
import static io.emphatic.SavedFormat.readCount;
import static io.emphatic.SavedFormat.writeAll;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.SavedFormat;
import io.emphatic.StepSize;
import io.emphatic.experience.Features;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Saved state of a {@link Horde}.
 *
 * <h2>The format, version 4</h2>
 *
 * Big-endian, strings as in {@link DataOutputStream#writeUTF}:
 *
 * <pre>
 *   8 bytes     "EMPHORDE"
 *   int         version
 *   int         number of features n
 *   int         number of groups; for each: string algorithm; int number of parameters, for each: string name,
 *               double value; boolean whether it has diverged; boolean whether g is a multiple of the φ that
 *               joined last, double b / c of the last step; doubles of the scale; int length and doubles of the
 *               rule's memory; n doubles g; boolean whether folds stay pending; if so, int slot of the last fold,
 *               4n doubles: gⱼ of each pending fold
 *   boolean     whether corrections stay pending; if so: int width and int newest slot of the ring of corrections;
 *               for each slot, from the oldest: int number of features for which its correction is pending,
 *               −1 for an empty slot; for each: int index, double value
 *   int         number of predictions; for each: int group; doubles constant, c1, c2 of the step size; long steps;
 *               long step that was refused because it diverged, −1 for none; double D; double upper bound of ‖θ‖₂;
 *               doubles: n of the rows, then one for each slot of the ring, empty or not, and of the folds;
 *               boolean whether its initial weights are not zero, n doubles if so
 *   long        CRC-32 of all bytes before it
 * </pre>
 */
final class HordeFormat {
    private static final SavedFormat FORMAT = new SavedFormat("EMPHORDE", 4, "horde", "horde");
    private static final int MOST_RESERVED = 1 << 16;

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
        writePending(horde.pending, out);
        out.writeInt(horde.predictions().size());
        for (HordePrediction prediction : horde.predictions()) {
            writePrediction(horde, prediction, out);
        }
    }

    private static void writeGroup(HordeGroup group, DataOutputStream out) throws IOException {
        out.writeUTF(group.config().algorithm().name());
        SavedFormat.writeParameters(group.config().parameters(), out);
        out.writeBoolean(group.diverged);
        out.writeBoolean(group.traceIsLastPhi);
        out.writeDouble(group.gAlongPhi);
        writeAll(group.trace.scale.state(), out);
        out.writeInt(group.memory.length);
        writeAll(group.memory, out);
        writeAll(group.trace.g, out);
        PendingFolds folds = group.trace.folds;
        out.writeBoolean(folds.isUsed());
        if (folds.isUsed()) {
            out.writeInt(folds.newest);
            writeAll(folds.g, out);
        }
    }

    private static void writePending(PendingCorrections pending, DataOutputStream out) throws IOException {
        out.writeBoolean(pending.isUsed());
        if (!pending.isUsed()) {
            return;
        }
        out.writeInt(pending.width);
        out.writeInt(pending.newest);
        for (int age = PendingCorrections.SLOTS - 1; age >= 0; age--) {
            int slot = pending.slotOfAge(age);
            Features phi = pending.joined[slot];
            if (phi == null) {
                out.writeInt(-1);
                continue;
            }
            int count = 0;
            for (int k = 0; k < phi.active(); k++) {
                count += pending.isPending(slot, k) ? 1 : 0;
            }
            out.writeInt(count);
            for (int k = 0; k < phi.active(); k++) {
                if (pending.isPending(slot, k)) {
                    out.writeInt(phi.index(k));
                    out.writeDouble(phi.value(k));
                }
            }
        }
    }

    private static void writePrediction(Horde horde, HordePrediction prediction, DataOutputStream out)
            throws IOException {
        int lane = prediction.lane();
        HordeLanes lanes = horde.lanes;
        out.writeInt(horde.groups().indexOf(prediction.group()));
        StepSize stepSize = prediction.stepSize();
        out.writeDouble(stepSize.constant());
        out.writeDouble(stepSize.c1());
        out.writeDouble(stepSize.c2());
        out.writeLong(lanes.steps[lane]);
        out.writeLong(lanes.divergedAt[lane]);
        out.writeDouble(lanes.move[lane]);
        out.writeDouble(lanes.weightsNorm[lane]);
        writeAll(horde.weights.lane(lane), out);
        out.writeBoolean(prediction.initialWeights != null);
        if (prediction.initialWeights != null) {
            writeAll(prediction.initialWeights, out);
        }
    }

    static Horde read(InputStream stream, int threads) throws IOException {
        return FORMAT.read(stream, in -> read(in, threads));
    }

    private static Horde read(DataInputStream in, int threads) throws IOException {
        Horde horde = new Horde(in.readInt(), threads);
        for (int left = readCount(in, Integer.MAX_VALUE); left > 0; left--) {
            readGroup(horde, in);
        }
        readPending(horde.pending, horde.size(), in);
        if (!horde.pending.isUsed() && horde.groups().stream().anyMatch(group -> group.trace.folds.isUsed())) {
            throw new IllegalArgumentException("folds are pending where corrections are not");
        }
        int predictions = readCount(in, Integer.MAX_VALUE);
        horde.reserve(Math.min(predictions, MOST_RESERVED));
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
        group.traceIsLastPhi = in.readBoolean();
        group.gAlongPhi = in.readDouble();
        readAll(group.trace.scale.state(), in);
        int memory = readCount(in, Integer.MAX_VALUE);
        if (memory != group.memory.length) {
            throw new IllegalArgumentException(
                    algorithm + " has " + group.memory.length + " numbers of memory, not " + memory);
        }
        readAll(group.memory, in);
        readAll(group.trace.g, in);
        group.trace.entriesChanged();
        if (in.readBoolean()) {
            PendingFolds folds = group.trace.folds;
            folds.use(horde.size());
            int newest = in.readInt();
            readAll(folds.g, in);
            folds.restored(newest);
        }
    }

    private static void readPending(PendingCorrections pending, int size, DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return;
        }
        pending.restore(in.readInt(), in.readInt());
        for (int age = PendingCorrections.SLOTS - 1; age >= 0; age--) {
            int count = in.readInt();
            if (count >= 0) {
                if (count > size) {
                    throw new IllegalArgumentException(count + " of its " + size + " features joined");
                }
                int[] indices = new int[count];
                double[] values = new double[count];
                for (int k = 0; k < count; k++) {
                    indices[k] = in.readInt();
                    values[k] = in.readDouble();
                }
                pending.restore(pending.slotOfAge(age), Features.sparse(size, indices, values));
            }
        }
    }

    private static void readPrediction(Horde horde, DataInputStream in) throws IOException {
        int group = in.readInt();
        if (group < 0 || group >= horde.groups().size()) {
            throw new IllegalArgumentException("a prediction is of group " + group);
        }
        StepSize stepSize = new StepSize(in.readDouble(), in.readDouble(), in.readDouble());
        HordePrediction prediction = horde.restore(horde.groups().get(group), stepSize);
        int lane = prediction.lane();
        HordeLanes lanes = horde.lanes;
        lanes.steps[lane] = in.readLong();
        lanes.divergedAt[lane] = in.readLong();
        lanes.move[lane] = in.readDouble();
        lanes.weightsNorm[lane] = in.readDouble();
        double[] weights = horde.weights.lane(lane);
        readAll(weights, in);
        horde.weights.setLane(lane, weights);
        if (in.readBoolean()) {
            double[] initialWeights = new double[horde.size()];
            readAll(initialWeights, in);
            prediction.initialWeights = initialWeights;
        }
    }
}
