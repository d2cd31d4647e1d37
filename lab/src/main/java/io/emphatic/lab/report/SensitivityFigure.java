package io.emphatic.lab.report;

import io.emphatic.Parameter;
import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Legend;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Mark;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the error depends on the step size: a panel for each algorithm, a line for each λ (or ζ), all other parameters as
 * in the algorithm's best setting. Settings that diverged in some run are crosses in a strip above the axis, one row
 * for each line: they have no error. A step size chosen from the data has no place on the axis: its error is a dashed
 * line over the whole width.
 */
final class SensitivityFigure {
    private static final int COLUMNS = 4;
    private static final double PANEL_WIDTH = 272;
    private static final double PANEL_HEIGHT = 226;
    private static final double LEFT = 58;
    private static final double TOP = 62;
    private static final double PLOT_WIDTH = 226;
    private static final double PLOT_HEIGHT = 130;
    private static final double STRIP = 30;
    private static final double HEADROOM = 1.1;
    private static final double LEGEND = 66;

    /** A figure of one column would be too narrow for its legend. */
    private static final double LEAST_WIDTH = 720;

    private final List<RankedAlgorithm> algorithms;
    private final double untaught;
    private final double cap;
    private final TreeSet<Double> stepSizes = new TreeSet<>();
    private final TreeSet<Double> lines = new TreeSet<>();

    private SensitivityFigure(Ranking ranking) {
        algorithms = ranking.algorithms();
        untaught = untaught(algorithms);
        cap = HEADROOM * untaught;
        for (RankedAlgorithm ranked : algorithms) {
            for (Result result : ranked.results()) {
                if (!isAuto(result.setting())) {
                    stepSizes.add(stepSize(result.setting()));
                }
                lines.add(line(result.setting()));
            }
        }
        if (stepSizes.isEmpty()) {
            stepSizes.add(1.0);
        }
    }

    /** The largest error before the first step, which differs between learners whose first weights differ; or 1. */
    private static double untaught(List<RankedAlgorithm> algorithms) {
        return algorithms.stream()
                .flatMap(ranked -> ranked.results().stream())
                .mapToDouble(result -> result.mean()[0])
                .filter(error -> error > 0 && Double.isFinite(error))
                .max()
                .orElse(1);
    }

    static Figure of(Ranking ranking) {
        int columns = Math.min(COLUMNS, ranking.algorithms().size());
        int rows = (ranking.algorithms().size() + COLUMNS - 1) / COLUMNS;
        return new Figure(
                (int) Math.max(LEAST_WIDTH, LEFT + columns * PANEL_WIDTH + 10),
                (int) (rows * PANEL_HEIGHT + LEGEND),
                "Error against step size, one panel for each algorithm",
                new SensitivityFigure(ranking)::paint);
    }

    private static boolean isAuto(Setting setting) {
        return setting.parameters().getOrDefault("step_size", Double.NaN) == Parameter.AUTO;
    }

    /** The step size; that of the start, 1/d₀ but at most 1, where usages take its place; or 1. */
    private static double stepSize(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        double initialUsage = parameters.getOrDefault("initial_usage", 1.0);
        return parameters.getOrDefault("step_size", parameters.getOrDefault("c1", 1 / Math.max(1, initialUsage)));
    }

    private static double line(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        return parameters.getOrDefault("lambda", parameters.getOrDefault("zeta", 0.0));
    }

    private void paint(Canvas canvas) {
        for (int k = 0; k < algorithms.size(); k++) {
            double left = LEFT + k % COLUMNS * PANEL_WIDTH;
            double top = TOP + (k / COLUMNS) * PANEL_HEIGHT;
            paintPanel(canvas, algorithms.get(k), left, top, k % COLUMNS == 0);
        }
        paintLegend(canvas);
    }

    private void paintPanel(Canvas canvas, RankedAlgorithm ranked, double left, double top, boolean labelled) {
        double last = Math.max(2 * stepSizes.first(), stepSizes.last());
        double margin = Math.pow(last / stepSizes.first(), 6 / PLOT_WIDTH);
        Scale x = Scale.binary(stepSizes.first() / margin, last * margin, left, left + PLOT_WIDTH);
        Panel panel = new Panel(canvas, x, Scale.linear(0, cap, top + PLOT_HEIGHT, top), new Letters(11, false));
        paintFrame(canvas, panel, ranked, labelled);
        byLine(ranked).forEach((line, results) -> paintLine(canvas, panel, line, results));
        for (Result result : ranked.results()) {
            if (isAuto(result.setting()) && !result.isDiverged()) {
                panel.level(Pen.DASHED, shade(line(result.setting())), Math.min(cap, result.meanAuc()));
            }
        }
        ranked.byAuc().filter(winner -> !isAuto(winner.result().setting())).ifPresent(winner -> {
            double stepSize = stepSize(winner.result().setting());
            panel.point(
                    Mark.RING, Colour.INK, stepSize, Math.min(cap, winner.auc().mean()), 5);
        });
    }

    private void paintFrame(Canvas canvas, Panel panel, RankedAlgorithm ranked, boolean labelled) {
        double left = panel.x().from();
        double right = panel.x().to();
        double strip = panel.y().to() - 2;
        canvas.text(ranked.algorithm(), left, strip - STRIP - 7, Anchor.LEFT, Letters.NAME, Colour.INK);
        canvas.text(others(ranked), right, strip - STRIP - 7, Anchor.RIGHT, Letters.SMALL, Colour.FAINT);
        canvas.box(Colour.ALARM.faded(0.07), left, strip - STRIP, right, strip);
        panel.axes("", 4, labelled ? "auc" : "", 4);
        panel.level(Pen.DOTTED, Colour.FAINT, untaught);
        if (labelled) {
            Letters small = new Letters(10, false);
            canvas.text("diverged", left - 6, strip - STRIP / 2 + 4, Anchor.RIGHT, small, Colour.ALARM);
        }
    }

    /** What the panel holds fixed: {@code η = 16}. */
    private static String others(RankedAlgorithm ranked) {
        return ranked.byAuc().map(winner -> others(winner.result().setting())).orElse("");
    }

    private static String others(Setting setting) {
        Map<String, Double> rest = new TreeMap<>(setting.parameters());
        rest.keySet().removeAll(List.of("step_size", "initial_usage", "lambda", "zeta"));
        return Words.setting(new Setting("", rest));
    }

    /** The results that a panel shows, line by line in order of step size. */
    private static TreeMap<Double, List<Result>> byLine(RankedAlgorithm ranked) {
        String shown = others(ranked);
        TreeMap<Double, List<Result>> byLine = new TreeMap<>();
        for (Result result : ranked.results()) {
            boolean fits = ranked.byAuc().isEmpty() || others(result.setting()).equals(shown);
            if (fits && !isAuto(result.setting())) {
                byLine.computeIfAbsent(line(result.setting()), key -> new ArrayList<>())
                        .add(result);
            }
        }
        byLine.values()
                .forEach(results -> results.sort(Comparator.comparingDouble(result -> stepSize(result.setting()))));
        return byLine;
    }

    private void paintLine(Canvas canvas, Panel panel, double line, List<Result> results) {
        Colour colour = shade(line);
        int rank = lines.headSet(line).size();
        double row = panel.y().to() - 5 - (STRIP - 6) * (rank + 0.5) / lines.size();
        double[] x = new double[results.size()];
        double[] y = new double[results.size()];
        for (int k = 0; k < x.length; k++) {
            Result result = results.get(k);
            double auc = result.meanAuc();
            x[k] = stepSize(result.setting());
            y[k] = result.isDiverged() ? Double.NaN : Math.min(cap, auc);
            if (Double.isNaN(y[k])) {
                canvas.mark(Mark.CROSS, colour, panel.x().at(x[k]), row, 2);
            } else if (auc <= cap) {
                panel.point(Mark.DISC, colour, x[k], auc, 1.6);
            } else {
                panel.point(Mark.TRIANGLE, colour, x[k], cap, 3);
            }
        }
        panel.curve(Pen.FINE, colour, x, y);
    }

    private void paintLegend(Canvas canvas) {
        double y = ((algorithms.size() + COLUMNS - 1) / COLUMNS) * PANEL_HEIGHT + LEGEND - 40;
        Legend legend = new Legend(canvas, LEFT, y);
        legend.text("λ (abtd: ζ)");
        lines.forEach(line -> legend.line(Pen.BROAD, shade(line), Words.value(line)));
        Legend marks = new Legend(canvas, LEFT, y + 24);
        marks.text("Horizontal: step size α (wis: 1/d₀)");
        marks.mark(Mark.RING, Colour.INK, "best setting");
        marks.mark(Mark.CROSS, Colour.INK, "diverged in some run");
        marks.mark(Mark.TRIANGLE, Colour.INK, "off the scale");
        marks.line(Pen.DOTTED, Colour.FAINT, "error before learning");
        if (algorithms.stream().flatMap(ranked -> ranked.results().stream()).anyMatch(r -> isAuto(r.setting()))) {
            marks.line(Pen.DASHED, Colour.INK, "step size auto");
        }
    }

    private Colour shade(double line) {
        double first = lines.first();
        double last = lines.last();
        return Colour.shade(last > first ? (line - first) / (last - first) : 0.3);
    }
}
