package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.experience.SavedFormat;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** Results in a directory, in files that are whole or not there: chunks, and reruns on fresh seeds. */
final class ResultStore {
    private static final String CHUNK = ".chunk";

    private static final Comparator<Result> RUNS_THEN_CURVES =
            Comparator.comparingInt(Result::runs).thenComparingInt(result -> result.curves().length);

    private final Path directory;
    private final String world;

    /** Refused if the directory holds results of another world. */
    ResultStore(Path directory, String world) throws IOException {
        this.directory = directory;
        this.world = world;
        requireSameWorld();
    }

    /** Before anything is saved, by the one run that may. */
    void begin() throws IOException {
        if (!Files.exists(worldFile())) {
            WholeFile.write(worldFile(), world + "\n");
        }
        for (RandomPurpose purpose : List.of(RandomPurpose.STUDY, RandomPurpose.RERUN)) {
            for (Path file : list(purpose, "*.tmp")) {
                Files.delete(file);
            }
        }
    }

    private Path worldFile() {
        return folder(RandomPurpose.STUDY).resolve("world.txt");
    }

    private void requireSameWorld() throws IOException {
        if (!Files.exists(worldFile())) {
            return;
        }
        String there = Files.readString(worldFile(), StandardCharsets.UTF_8).strip();
        if (!there.startsWith(Study.RESULTS_FORMAT)) {
            throw new IllegalArgumentException(directory
                    + " holds results of another version of emphatic, which are not to be mixed with this one's"
                    + "\nRemove the directory or give another --out, and run the study again.");
        }
        if (!there.equals(world)) {
            throw new IllegalArgumentException(
                    directory + " holds another study: " + words(there) + "\nThis one is: " + words(world)
                            + "\nOnly the algorithms, their values and the number of runs may change in a directory:"
                            + " give another --out.");
        }
    }

    private static String words(String world) {
        return world.substring(Study.RESULTS_FORMAT.length())
                .replaceFirst("^problem=", "")
                .replaceAll(" (steps|seed|every)=", ", $1 ")
                .replaceFirst(" from=(\\d+)", ", without its first $1 runs");
    }

    private Path folder(RandomPurpose purpose) {
        return directory.resolve(purpose == RandomPurpose.RERUN ? "reruns" : "chunks");
    }

    private String world(RandomPurpose purpose) {
        return purpose == RandomPurpose.RERUN ? world + " seeds=fresh" : world;
    }

    private List<Path> list(RandomPurpose purpose, String pattern) throws IOException {
        Path folder = folder(purpose);
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
                found.forEach(files::add);
            }
        }
        return files;
    }

    /** By setting; of two for one setting, that with more runs, then that with curves. */
    Map<Setting, Result> load(RandomPurpose purpose) throws IOException {
        Map<Setting, Result> results = new HashMap<>();
        for (Path file : list(purpose, "*" + CHUNK)) {
            for (Result result : ChunkFile.read(file, world(purpose)).orElse(List.of())) {
                results.merge(result.setting(), result, BinaryOperator.maxBy(RUNS_THEN_CURVES));
            }
        }
        return results;
    }

    void save(RandomPurpose purpose, List<Result> results) throws IOException {
        WholeFile.write(folder(purpose).resolve(name(results) + CHUNK), ChunkFile.encode(world(purpose), results));
    }

    /** A name that depends on the settings alone, so that what is computed again replaces what was there. */
    private static String name(List<Result> results) {
        String settings =
                results.stream().map(result -> result.setting() + "\n").collect(Collectors.joining());
        return UUID.nameUUIDFromBytes(settings.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** A chunk of results on disk, to the bit; a checksum tells a broken file, which counts as not there. */
    static final class ChunkFile {
        private static final SavedFormat FORMAT = new SavedFormat("EMPCHUNK", 1, "chunk", "chunk of a study");

        private ChunkFile() {}

        static byte[] encode(String world, List<Result> results) {
            return FORMAT.bytes(out -> {
                out.writeUTF(world);
                out.writeInt(results.size());
                for (Result result : results) {
                    write(result, out);
                }
            });
        }

        private static void write(Result result, DataOutputStream out) throws IOException {
            out.writeUTF(result.setting().algorithm());
            SavedFormat.writeParameters(result.setting().parameters(), out);
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
            SavedFormat.writeAll(numbers, out);
        }

        static Optional<List<Result>> read(Path file, String world) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            try {
                return FORMAT.read(new ByteArrayInputStream(bytes), in -> {
                    boolean ours = in.readUTF().equals(world);
                    List<Result> results = new ArrayList<>();
                    for (int left = in.readInt(); left > 0; left--) {
                        results.add(read(in));
                    }
                    return ours ? Optional.of(results) : Optional.empty();
                });
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static Result read(DataInputStream in) throws IOException {
            Setting setting = new Setting(in.readUTF(), SavedFormat.readParameters(in));
            double[] auc = numbers(in);
            double[] last = numbers(in);
            long[] divergedAt =
                    Arrays.stream(numbers(in)).mapToLong(step -> (long) step).toArray();
            double[] mean = numbers(in);
            double[] squares = numbers(in);
            int[] diverged =
                    Arrays.stream(numbers(in)).mapToInt(runs -> (int) runs).toArray();
            double[][] curves = new double[SavedFormat.readCount(in, in.available())][];
            for (int run = 0; run < curves.length; run++) {
                curves[run] = numbers(in);
            }
            return new Result(setting, auc, last, divergedAt, mean, squares, diverged, curves);
        }

        private static double[] numbers(DataInputStream in) throws IOException {
            double[] numbers = new double[SavedFormat.readCount(in, in.available())];
            SavedFormat.readAll(numbers, in);
            return numbers;
        }
    }
}
