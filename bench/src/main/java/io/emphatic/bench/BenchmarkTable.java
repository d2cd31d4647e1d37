package io.emphatic.bench;

import io.emphatic.bench.Measurements.Measured;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Measures everything and prints one table, in Markdown: {@code bench/run [--quick] [--figure FILE.svg]}.
 *
 * <p>Each row has the engine that a user gets and the explicit one beside it, measured one after the other. Times are
 * medians by the clock; processor time, and the ratio of the two engines' processor times, mean something on a busy
 * machine as well. The last column says how far the iterations of a row lay apart: well above 1, and the machine was
 * not quiet.
 */
public final class BenchmarkTable {

    /** @param explicit null where there is nothing to compare with */
    private record Row(String work, Cell chosen, Cell explicit) {}

    private static final double[] LAMBDAS = {0, 0.5, 0.9, 0.95, 0.99};
    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000, 10_000_000};
    private static final int[] ACTIVE = {8, 32, 128, 512};
    private static final int[] PREDICTIONS = {100, 1_000, 6_000};

    private final Measurements measurements;

    private BenchmarkTable(int iterations) {
        measurements = new Measurements(iterations);
    }

    public static void main(String[] args) throws IOException {
        boolean quick = false;
        Path figure = null;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick")) {
                quick = true;
            } else if (args[i].equals("--figure") && i + 1 < args.length) {
                figure = Path.of(args[++i]);
            } else {
                System.err.println("usage: bench/run [--quick] [--figure FILE.svg]\n"
                        + "  --quick          fewer iterations, for a look\n"
                        + "  --figure FILE    also measures and draws how the cost grows (five minutes more)");
                System.exit(args[i].equals("--help") ? 0 : 2);
            }
        }
        BenchmarkTable table = new BenchmarkTable(quick ? 2 : 5);
        table.printTable();
        if (figure != null) {
            table.draw(figure);
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        String sparse = "n = 10⁶, 32 active, ";
        rows.add(sparse(sparse + "ETD, λ = 0.95", "etd", 1_000_000, 0.95));
        rows.add(sparse(sparse + "ETD, λ = 0.99", "etd", 1_000_000, 0.99));
        rows.add(sparse(sparse + "TD, λ = 0.5", "td", 1_000_000, 0.5));
        rows.add(sparse(sparse + "TD, λ = 0.95", "td", 1_000_000, 0.95));
        rows.add(sparse(sparse + "TD, λ = 0.99", "td", 1_000_000, 0.99));
        rows.add(sparse("n = 10⁷, 32 active, TD, λ = 0.95", "td", 10_000_000, 0.95));
        rows.add(sparse("n = 10⁷, 32 active, TD, λ = 0.99", "td", 10_000_000, 0.99));
        rows.add(sparse(sparse + "GTD, λ = 0.95", "gtd", 1_000_000, 0.95));
        rows.add(sparse(sparse + "true online TD, λ = 0.95", "true-online-td", 1_000_000, 0.95));
        rows.add(new Row(
                "dense, n = 1,000, ETD", Cell.dense("etd", 1_000, "chosen"), Cell.dense("etd", 1_000, "explicit")));
        String horde = "6,000 predictions × 6,065 features, 457 active";
        rows.add(new Row(horde, Cell.horde(6_000, "horde"), Cell.horde(6_000, "explicit")));
        for (String algorithm : List.of("td", "gtd", "htd", "pgtd2")) {
            rows.add(new Row("dense, n = 8, " + algorithm, Cell.dense(algorithm, 8, "chosen"), null));
        }
        rows.add(new Row("Miner: simulator and three ETD learners", Cell.miner(3), null));
        rows.add(new Row("Miner: simulator alone", Cell.miner(0), null));
        return rows;
    }

    private static Row sparse(String work, String algorithm, int size, double lambda) {
        return new Row(
                work,
                Cell.sparse(algorithm, size, 32, lambda, "chosen"),
                Cell.sparse(algorithm, size, 32, lambda, "explicit"));
    }

    private void printTable() {
        int processors = Runtime.getRuntime().availableProcessors();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println("JDK " + System.getProperty("java.version") + ", " + processors + " processors; memory "
                + Numbers.fixed(Bandwidth.measure(1), 1) + " GB/s on one thread"
                + (processors < 2 ? "" : ", " + Numbers.fixed(Bandwidth.measure(2), 1) + " on two"));
        out.println();
        TextTable table = new TextTable("lrrrrrr")
                .add(
                        "work, µs per step",
                        "engine chosen",
                        "its processor time",
                        "explicit engine",
                        "ratio",
                        "bytes allocated per step",
                        "slowest/fastest");
        for (Row row : rows()) {
            Measured chosen = measurements.of(row.chosen());
            Measured explicit = row.explicit() == null ? null : measurements.of(row.explicit());
            table.add(
                    row.work(),
                    number(chosen.micros()),
                    number(chosen.cpuMicros()),
                    explicit == null ? "" : number(explicit.micros()),
                    explicit == null ? "" : number(explicit.cpuMicros() / chosen.cpuMicros()),
                    Numbers.fixed(chosen.allocated(), 1),
                    Numbers.fixed(
                            explicit == null ? chosen.spread() : Math.max(chosen.spread(), explicit.spread()), 2));
        }
        table.printMarkdown(out);
    }

    private static String number(double value) {
        return value >= 1_000 ? Numbers.grouped(value, 0) : Numbers.significant(value);
    }

    private void draw(Path file) throws IOException {
        CostFigure figure = new CostFigure();
        CostFigure.Sweep bySize = figure.sweep("features n (TD, λ = 0.95, 32 active)");
        for (int size : SIZES) {
            add(bySize, size, e -> Cell.sparse("td", size, 32, 0.95, e), "chosen");
        }
        CostFigure.Sweep byLambda = figure.sweep("length of the trace 1/(1 − γλ) (TD, n = 10⁶, 32 active)");
        for (double lambda : LAMBDAS) {
            add(byLambda, 1 / (1 - 0.99 * lambda), e -> Cell.sparse("td", 1_000_000, 32, lambda, e), "chosen");
        }
        CostFigure.Sweep byActive = figure.sweep("active features (TD, n = 10⁶, λ = 0.95)");
        for (int active : ACTIVE) {
            add(byActive, active, e -> Cell.sparse("td", 1_000_000, active, 0.95, e), "chosen");
        }
        CostFigure.Sweep byPredictions = figure.sweep("predictions m (6,065 features, 457 active, λ = 0.9)");
        for (int predictions : PREDICTIONS) {
            add(byPredictions, predictions, e -> Cell.horde(predictions, e), "horde");
        }
        WholeFile.write(file, figure.figure().svg());
    }

    private void add(CostFigure.Sweep sweep, double x, Function<String, Cell> cell, String chosen) {
        sweep.add(
                x,
                measurements.of(cell.apply(chosen)).cpuMicros(),
                measurements.of(cell.apply("explicit")).cpuMicros());
    }
}
