package io.emphatic;

import io.emphatic.experience.SavedFormat;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Saved state of a learner: its algorithm and parameters, weights, traces, scalar memory and step count. A learner that
 * continues after {@link #restore} has the same bits as a learner that was never interrupted. Immutable.
 *
 * <h2>The format, version 6</h2>
 *
 * Big-endian, strings as in {@link DataOutputStream#writeUTF}:
 *
 * <pre>
 *   8 bytes     "EMPHATIC"
 *   int         version
 *   string      algorithm
 *   int         number of parameters; for each: string name, double value
 *   long        steps learned
 *   long        step that was refused because the learner diverged, −1 for none
 *   array       initial weights: int length, doubles
 *   int         number of arrays; for each: string name, array
 *   long        CRC-32 of all bytes before it
 * </pre>
 */
public final class Snapshot {
    private static final SavedFormat FORMAT = new SavedFormat("EMPHATIC", 6, "snapshot", "snapshot of a learner");
    private static final int MOST_ARRAYS = 1024;

    private final String algorithm;
    private final Map<String, Double> parameters;
    private final long steps;
    private final long divergedAt;
    private final double[] initialWeights;
    private final Map<String, double[]> arrays;

    Snapshot(
            String algorithm,
            Map<String, Double> parameters,
            long steps,
            long divergedAt,
            double[] initialWeights,
            Map<String, double[]> arrays) {
        this.algorithm = algorithm;
        this.parameters = parameters;
        this.steps = steps;
        this.divergedAt = divergedAt;
        this.initialWeights = initialWeights;
        this.arrays = arrays;
    }

    /** The name of the algorithm. */
    public String algorithm() {
        return algorithm;
    }

    /** How many steps had been learned from. */
    public long steps() {
        return steps;
    }

    long divergedAt() {
        return divergedAt;
    }

    Map<String, double[]> arrays() {
        return arrays;
    }

    /**
     * A learner that continues from this state.
     *
     * @throws IllegalArgumentException if there is no such algorithm, or its numbers are others
     */
    public Learner restore() {
        Learner learner = Algorithms.named(algorithm).configure(parameters).learner(initialWeights);
        ((OnlineLearner) learner).restore(this);
        return learner;
    }

    /**
     * Writes to a temporary file beside the target, flushes it to the disk and renames it: after any failure the target
     * is either the old file or the complete new one.
     */
    public void write(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                write(Channels.newOutputStream(channel));
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Writes to a stream, which stays open. */
    public void write(OutputStream stream) throws IOException {
        FORMAT.write(stream, this::writeBody);
    }

    private void writeBody(DataOutputStream out) throws IOException {
        out.writeUTF(algorithm);
        SavedFormat.writeParameters(parameters, out);
        out.writeLong(steps);
        out.writeLong(divergedAt);
        writeArray(out, initialWeights);
        out.writeInt(arrays.size());
        for (var entry : arrays.entrySet()) {
            out.writeUTF(entry.getKey());
            writeArray(out, entry.getValue());
        }
    }

    /** Reads a snapshot back; the message of a failure says whether the file is missing, something else, or damaged. */
    public static Snapshot read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), SavedFormat.CHUNK)) {
            Snapshot snapshot = read(in);
            if (in.read() >= 0) {
                throw new IOException("the snapshot is damaged: there are bytes behind its end");
            }
            return snapshot;
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": there is no such file", e);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Reads a snapshot from a stream, which stays open behind its last byte if it is a buffered one. */
    public static Snapshot read(InputStream stream) throws IOException {
        return FORMAT.read(stream, Snapshot::readBody);
    }

    private static Snapshot readBody(DataInputStream in) throws IOException {
        String algorithm = in.readUTF();
        Map<String, Double> parameters = SavedFormat.readParameters(in);
        long steps = in.readLong();
        long divergedAt = in.readLong();
        double[] initialWeights = readArray(in);
        Map<String, double[]> arrays = new LinkedHashMap<>();
        for (int left = SavedFormat.readCount(in, MOST_ARRAYS); left > 0; left--) {
            arrays.put(in.readUTF(), readArray(in));
        }
        return new Snapshot(algorithm, parameters, steps, divergedAt, initialWeights, arrays);
    }

    private static void writeArray(DataOutputStream out, double[] array) throws IOException {
        out.writeInt(array.length);
        SavedFormat.writeAll(array, out);
    }

    /** Allocates as numbers arrive, so that a damaged length cannot exhaust the memory. */
    private static double[] readArray(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IllegalArgumentException("an array has length " + length);
        }
        double[] array = new double[Math.min(length, SavedFormat.CHUNK)];
        for (int j = 0; j < length; j++) {
            if (j == array.length) {
                array = Arrays.copyOf(array, (int) Math.min(length, 2L * array.length));
            }
            array[j] = in.readDouble();
        }
        return array;
    }
}
