package io.emphatic.bench;

import io.emphatic.bench.Measurements.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Measures everything and prints one table, in Markdown: {@code bench/run [--quick] [--figure FILE.svg]}.
 *
 * <p>Each row has the engine that a user gets and the explicit one beside it, measured one after the other. Times are
 * medians by the clock; processor time, and the ratio of the two engines' processor times, mean something on a busy
 * machine as well. The last column says how far the iterations of a row lay apart: well above 1, and the machine was
 * not quiet.
 */
public final class Report {

    /**
     * @param explicit null where there is nothing to compare with
     * @param goal µs a step
     */
    private record Row(String work, Cell chosen, Cell explicit, String plainC, double goal) {}

    private static final double[] LAMBDAS = {0, 0.5, 0.9, 0.95, 0.99};
    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000, 10_000_000};
    private static final int[] ACTIVE = {8, 32, 128, 512};
    private static final int[] PREDICTIONS = {100, 1_000, 6_000};

    private final Measurements measurements;

    private Report(int iterations) {
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
        Report report = new Report(quick ? 2 : 5);
        report.printTable();
        if (figure != null) {
            report.draw(figure);
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        String sparse = "n = 10⁶, 32 active, ";
        rows.add(sparse(sparse + "ETD, λ = 0.95", "etd", 1_000_000, 0.95, "3.7", 1.2));
        rows.add(sparse(sparse + "ETD, λ = 0.99", "etd", 1_000_000, 0.99, "4.9", 1.2));
        rows.add(sparse(sparse + "TD, λ = 0.5", "td", 1_000_000, 0.5, "1.6", 1.4));
        rows.add(sparse(sparse + "TD, λ = 0.95", "td", 1_000_000, 0.95, "14", 1.4));
        rows.add(sparse(sparse + "TD, λ = 0.99", "td", 1_000_000, 0.99, "45", 1.4));
        rows.add(sparse("n = 10⁷, 32 active, TD, λ = 0.95", "td", 10_000_000, 0.95, "69", 2));
        rows.add(sparse("n = 10⁷, 32 active, TD, λ = 0.99", "td", 10_000_000, 0.99, "214", 2));
        rows.add(sparse(sparse + "GTD, λ = 0.95", "gtd", 1_000_000, 0.95, "22 (8.7 interleaved)", 8));
        rows.add(sparse(sparse + "true online TD, λ = 0.95", "true-online-td", 1_000_000, 0.95, "", Double.NaN));
        rows.add(new Row(
                "dense, n = 1,000, ETD",
                Cell.dense(1_000, "chosen"),
                Cell.dense(1_000, "explicit"),
                "1.0 (0.33 vectorised)",
                0.45));
        String horde = "6,000 predictions × 6,065 features, 457 active, ";
        Cell alone = Cell.horde(6_000, "explicit");
        rows.add(new Row(horde + "one thread", Cell.horde(6_000, "double-1"), alone, "137,000 (45,000)", 4_000));
        rows.add(new Row(horde + "two threads", Cell.horde(6_000, "double-2"), alone, "", 2_500));
        rows.add(new Row(horde + "one thread, float", Cell.horde(6_000, "float-1"), alone, "", Double.NaN));
        rows.add(new Row("Miner: simulator and three ETD learners", Cell.miner(3), null, "", 0.06));
        rows.add(new Row("Miner: simulator alone", Cell.miner(0), null, "", Double.NaN));
        return rows;
    }

    private static Row sparse(String work, String algorithm, int size, double lambda, String plainC, double goal) {
        return new Row(
                work,
                Cell.sparse(algorithm, size, 32, lambda, "chosen"),
                Cell.sparse(algorithm, size, 32, lambda, "explicit"),
                plainC,
                goal);
    }

    private void printTable() {
        int processors = Runtime.getRuntime().availableProcessors();
        System.out.printf(
                Locale.ROOT,
                "JDK %s, %d processors; memory %.1f GB/s on one thread%s%n%n",
                System.getProperty("java.version"),
                processors,
                Bandwidth.measure(1),
                processors < 2 ? "" : String.format(Locale.ROOT, ", %.1f on two", Bandwidth.measure(2)));
        System.out.println("| work, µs a step | engine chosen | its processor time | explicit engine | ratio "
                + "| plain C | goal | met | bytes allocated a step | slowest/fastest |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---|---:|---:|");
        for (Row row : rows()) {
            Measured chosen = measurements.of(row.chosen());
            Measured explicit = row.explicit() == null ? null : measurements.of(row.explicit());
            boolean hasGoal = !Double.isNaN(row.goal());
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %s | %s | %s | %.1f | %.2f |%n",
                    row.work(),
                    number(chosen.micros()),
                    number(chosen.cpuMicros()),
                    explicit == null ? "" : number(explicit.micros()),
                    explicit == null
                            ? ""
                            : String.format(Locale.ROOT, "%.3g", explicit.cpuMicros() / chosen.cpuMicros()),
                    row.plainC(),
                    hasGoal ? number(row.goal()) : "",
                    !hasGoal ? "" : chosen.micros() <= row.goal() ? "yes" : "no",
                    chosen.allocated(),
                    explicit == null ? chosen.spread() : Math.max(chosen.spread(), explicit.spread()));
        }
    }

    private static String number(double micros) {
        return micros >= 1_000
                ? String.format(Locale.ROOT, "%,.0f", micros)
                : String.format(
                        Locale.ROOT,
                        micros >= 100 ? "%.0f" : micros >= 10 ? "%.1f" : micros >= 0.1 ? "%.2f" : "%.3f",
                        micros);
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
            add(byPredictions, predictions, e -> Cell.horde(predictions, e), "double-1");
        }
        Path target = file.toAbsolutePath();
        Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
        Files.write(temporary, figure.figure().svg());
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private void add(CostFigure.Sweep sweep, double x, Function<String, Cell> cell, String chosen) {
        sweep.add(
                x,
                measurements.of(cell.apply(chosen)).cpuMicros(),
                measurements.of(cell.apply("explicit")).cpuMicros());
    }
}
