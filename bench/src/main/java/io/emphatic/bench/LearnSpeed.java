package io.emphatic.bench;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What {@code ./emphatic learn} costs as a program, start and all: time, processor time of all threads, and the largest
 * resident memory where the system tells it. Inputs take turns; medians. From the root of the repository:
 *
 * <pre>
 *   ./emphatic --version && mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.LearnSpeed [ROWS [ROUNDS [WORD...]]]
 * </pre>
 *
 * Ten million rows and three rounds unless told otherwise; with words, only the inputs whose names contain one of them.
 * The word {@code narrow} adds ten times as many rows of two features.
 */
public final class LearnSpeed {
    private static final int PREDICTIONS = 100;
    private static final String NARROW_ROWS = "narrow";
    private static final long POLLING_MILLIS = 100;
    private static final Path LAUNCHER = Path.of("emphatic");

    private final Path directory;
    private final long rows;
    private final List<Input> inputs = new ArrayList<>();

    private LearnSpeed(Path directory, long rows) {
        this.directory = directory;
        this.rows = rows;
    }

    /** What {@code learn} is given, and what the virtual machine is. */
    private record Input(String name, String javaOptions, List<String> arguments) {}

    private record Run(double seconds, double work, double megabytes) {}

    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        if (!Files.isExecutable(LAUNCHER)) {
            throw new IllegalArgumentException("there is no ./emphatic here: run this from the root of the repository");
        }
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        List<String> words = Arrays.stream(arguments).skip(2).toList();
        Path directory = Files.createTempDirectory("emphatic-bench");
        try {
            LearnSpeed speed = new LearnSpeed(directory, rows);
            speed.prepare(words);
            speed.run(rounds);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private void prepare(List<String> words) throws IOException, SQLException {
        String few = Numbers.count(rows / 10) + " rows";
        String many = Numbers.count(rows) + " rows";
        Path csv = directory.resolve("log.csv");
        Path parquet = directory.resolve("few.parquet");
        Path log = directory.resolve("log.parquet");
        Path spec = directory.resolve("hundred.yaml");
        String out = directory.resolve("predictions.csv").toString();
        inputs.add(new Input("start: a small file", "", List.of("examples/pumps/pumps.yaml")));
        inputs.add(new Input("CSV, " + few, "", flags(csv)));
        inputs.add(new Input("Parquet, " + few, "", flags(parquet)));
        inputs.add(new Input("Parquet, " + many, "", flags(log)));
        inputs.add(new Input("Parquet, " + many + ", --predictions", "", flags(log, "--predictions", out)));
        inputs.add(new Input("Parquet, " + many + ", " + PREDICTIONS + " predictions", "", List.of(spec.toString())));
        inputs.add(new Input("Parquet, " + many + ", -Xmx512m", "-Xmx512m", flags(log)));
        inputs.removeIf(input -> !words.isEmpty() && words.stream().noneMatch(input.name()::contains));
        if (words.contains(NARROW_ROWS)) {
            prepareNarrow();
        }
        Files.writeString(spec, hundred());
        if (isGiven(csv)) {
            LogReading.write(csv, rows / 10);
        }
        if (isGiven(parquet)) {
            LogReading.write(parquet, rows / 10);
        }
        if (isGiven(log) || isGiven(spec)) {
            LogReading.write(log, rows);
        }
    }

    private boolean isGiven(Path file) {
        return inputs.stream().anyMatch(input -> input.arguments().contains(file.toString()));
    }

    /** Ten times as many rows of two features, where that is asked for: what grows with the length of a log. */
    private void prepareNarrow() throws SQLException {
        Path log = directory.resolve("narrow.parquet");
        List<String> flags = List.of(
                log.toString(),
                "--stream=ep",
                "--order=t",
                "--features=f0,f1",
                "--cumulant=r",
                "--discount=0.9",
                "--algorithm=td",
                "--step-size=1e-5");
        String name = "Parquet, " + Numbers.count(10 * rows) + " " + NARROW_ROWS + " rows";
        inputs.add(new Input(name, "", flags));
        inputs.add(new Input(name + ", -Xmx512m", "-Xmx512m", flags));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT i // 1000 AS ep, i % 1000 AS t, (hash(2 * i) % 2001) / 1000 - 1 AS f0,"
                    + " (hash(2 * i + 1) % 2001) / 1000 - 1 AS f1, i % 3 - 1 AS r FROM range(" + 10 * rows
                    + ") AS t(i)) TO '" + log + "' (FORMAT parquet)");
        }
    }

    private static List<String> flags(Path log, String... more) {
        Stream<String> flags = Stream.of(
                log.toString(),
                "--stream=ep",
                "--order=t",
                "--features=" + LogReading.features(),
                "--cumulant=r",
                "--discount=gamma",
                "--behaviour=mu",
                "--target=pi",
                "--step-size=1e-5");
        return Stream.concat(flags, Arrays.stream(more)).toList();
    }

    /** A spec of a hundred predictions that share a trace, each with a cumulant that DuckDB computes. */
    private static String hundred() {
        StringBuilder yaml = new StringBuilder("log: log.parquet\nstream: ep\norder: t\nfeatures: [")
                .append(LogReading.features())
                .append("]\nbehaviour: mu\ndiscount: gamma\nlambda: 0.9\npredictions:\n");
        IntStream.range(0, PREDICTIONS)
                .forEach(k -> yaml.append("  p" + k + ": {target: pi, cumulant: f" + k % 10 + " * " + (k + 1)
                        + ", algorithm: {name: etd, step_size: 1.0e-6}}\n"));
        return yaml.toString();
    }

    private void run(int rounds) throws IOException, InterruptedException {
        List<List<Run>> runs =
                inputs.stream().<List<Run>>map(input -> new ArrayList<>()).toList();
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < inputs.size(); k++) {
                runs.get(k).add(learn(inputs.get(k)));
            }
        }
        TextTable table = new TextTable("lrrr").add("emphatic learn", "time, s", "processor, s", "resident, MB");
        for (int k = 0; k < inputs.size(); k++) {
            List<Run> done = runs.get(k);
            table.add(
                    inputs.get(k).name(),
                    median(done.stream().map(Run::seconds), 2),
                    median(done.stream().map(Run::work), 2),
                    median(done.stream().map(Run::megabytes), 0));
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        table.printMarkdown(out);
        out.flush();
    }

    private static String median(Stream<Double> numbers, int decimals) {
        double[] sorted = numbers.mapToDouble(Double::doubleValue).sorted().toArray();
        return Numbers.fixed(sorted[sorted.length / 2], decimals);
    }

    /** The launcher becomes the virtual machine, so that it has the number of the process. */
    private Run learn(Input input) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toAbsolutePath().toString(), "learn"));
        command.addAll(input.arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .redirectError(directory.resolve("errors.txt").toFile());
        if (!input.javaOptions().isEmpty()) {
            builder.environment().put("JDK_JAVA_OPTIONS", input.javaOptions());
        }
        long began = System.nanoTime();
        Process process = builder.start();
        double megabytes = Double.NaN;
        Duration work = Duration.ZERO;
        do {
            megabytes = residentMegabytes(process.pid(), megabytes);
            work = process.info().totalCpuDuration().orElse(work);
        } while (!process.waitFor(POLLING_MILLIS, TimeUnit.MILLISECONDS));
        double seconds = (System.nanoTime() - began) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(input.name() + " failed: " + Files.readString(directory.resolve("errors.txt")));
        }
        return new Run(seconds, work.toNanos() / 1e9, megabytes);
    }

    /** The largest so far; as it was where the system does not tell. */
    private static double residentMegabytes(long pid, double known) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1000)
                    .findFirst()
                    .orElse(known);
        } catch (IOException | UncheckedIOException e) {
            return known; // the process has ended, or this is no Linux
        }
    }
}
