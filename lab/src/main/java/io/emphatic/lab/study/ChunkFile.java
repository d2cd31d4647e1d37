package io.emphatic.lab.study;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * A chunk of results on disk: what one piece of work brought, kept at once and for good. Numbers are kept to the bit,
 * and a checksum tells a whole file from a broken one, which counts as not there.
 */
final class ChunkFile {
    private static final int MAGIC = 0x454D5032;

    private ChunkFile() {}

    /** @param world {@link Study#world} of the study the results belong to */
    static byte[] encode(String world, List<Result> results) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckedOutputStream checked = new CheckedOutputStream(bytes, new CRC32());
        DataOutputStream out = new DataOutputStream(checked);
        out.writeInt(MAGIC);
        out.writeUTF(world);
        out.writeInt(results.size());
        for (Result result : results) {
            write(result, out);
        }
        out.writeLong(checked.getChecksum().getValue());
        return bytes.toByteArray();
    }

    private static void write(Result result, DataOutputStream out) throws IOException {
        out.writeUTF(result.setting().algorithm());
        out.writeInt(result.setting().parameters().size());
        for (Map.Entry<String, Double> parameter : result.setting().parameters().entrySet()) {
            out.writeUTF(parameter.getKey());
            out.writeDouble(parameter.getValue());
        }
        write(result.auc(), out);
        write(result.last(), out);
        write(Arrays.stream(result.divergedAt()).asDoubleStream().toArray(), out);
        write(result.mean(), out);
        write(result.squares(), out);
        write(Arrays.stream(result.diverged()).asDoubleStream().toArray(), out);
        out.writeInt(result.curves().length);
        for (double[] curve : result.curves()) {
            write(curve, out);
        }
    }

    private static void write(double[] numbers, DataOutputStream out) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    /** The results in a file; none if it is broken or of another world. */
    static Optional<List<Result>> read(Path file, String world) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = bytes.length - Long.BYTES;
        if (length < 0) {
            return Optional.empty();
        }
        CRC32 checksum = new CRC32();
        checksum.update(bytes, 0, length);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
        boolean whole = ByteBuffer.wrap(bytes).getLong(length) == checksum.getValue();
        if (!whole || in.readInt() != MAGIC || !in.readUTF().equals(world)) {
            return Optional.empty();
        }
        int count = in.readInt();
        List<Result> results = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            results.add(read(in));
        }
        return Optional.of(results);
    }

    private static Result read(DataInputStream in) throws IOException {
        String algorithm = in.readUTF();
        Map<String, Double> parameters = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            parameters.put(in.readUTF(), in.readDouble());
        }
        double[] auc = numbers(in);
        double[] last = numbers(in);
        long[] divergedAt =
                Arrays.stream(numbers(in)).mapToLong(step -> (long) step).toArray();
        double[] mean = numbers(in);
        double[] squares = numbers(in);
        int[] diverged = Arrays.stream(numbers(in)).mapToInt(runs -> (int) runs).toArray();
        double[][] curves = new double[in.readInt()][];
        for (int run = 0; run < curves.length; run++) {
            curves[run] = numbers(in);
        }
        return new Result(new Setting(algorithm, parameters), auc, last, divergedAt, mean, squares, diverged, curves);
    }

    private static double[] numbers(DataInputStream in) throws IOException {
        double[] numbers = new double[in.readInt()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.readDouble();
        }
        return numbers;
    }
}
