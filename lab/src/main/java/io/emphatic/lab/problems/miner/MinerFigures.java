package io.emphatic.lab.problems.miner;

import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Legend;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Panel.Label;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.Point;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class MinerFigures {
    private static final int WIDTH = 600;
    private static final double LEFT = 62;
    private static final double TOP = 54;

    private static final double NAMES = 94;

    private static final double BELOW = 80;

    private static final int LEGEND_ROW = 20;

    private final MinerResult result;

    MinerFigures(MinerResult result) {
        this.result = result;
    }

    /** All that is drawn, as long as that does not make the exact values too close to be distinguished. */
    private Scale values(double bottom) {
        boolean showsFixedPoint = result.setting().approachesEtdFixedPoint();
        DoubleSummaryStatistics exact = result.predictions().stream()
                .flatMapToDouble(p -> DoubleStream.of(0, p.trueValue(), showsFixedPoint ? p.fixedPoint() : 0))
                .summaryStatistics();
        double low = exact.getMin();
        double high = exact.getMax();
        double span = high - low;
        DoubleSummaryStatistics drawn = bands().filter(y -> !Double.isNaN(y)).summaryStatistics();
        double yMin = Math.min(low, drawn.getMin());
        double yMax = Math.max(high, drawn.getMax());
        return Scale.linear(
                yMin < 0 ? Math.max(yMin - 0.05 * span, low - span) : 0,
                Math.min(yMax + 0.05 * span, high + span),
                bottom,
                TOP);
    }

    private DoubleStream bands() {
        return curves().stream().flatMapToDouble(curve -> DoubleStream.of(-2, 2)
                .flatMap(errors -> Arrays.stream(curve.shifted(errors))));
    }

    private List<Curve> curves() {
        return result.predictions().stream()
                .map(p -> Curve.of(p.learned(), result.setting()))
                .toList();
    }

    /** What is drawn, and what of it is not to be seen. */
    String title() {
        MinerSetting setting = result.setting();
        return (setting.hasAlgorithmOfPaper() ? "ETD(λ)" : setting.algorithm())
                + (setting.has("clip") && !setting.clips() ? ", no clipping" : "")
                + (setting.runs() == 1 ? ": one run" : ": mean of " + setting.runs() + " runs ± two standard errors")
                + (diverges() ? ", until one diverges" : leaves() ? ", cut off at the frame" : "");
    }

    private boolean diverges() {
        return result.predictions().stream().anyMatch(p -> p.learned().diverged() > 0);
    }

    private boolean leaves() {
        Scale shown = values(0);
        return bands().anyMatch(y -> y < shown.min() || y > shown.max());
    }

    /** A curve from the beginning, where all weights are 0, to the end of the runs. */
    private record Curve(double[] x, double[] mean, double[] stderr) {
        static Curve of(MeanLearning learning, MinerSetting setting) {
            List<Point> points = new ArrayList<>(List.of(new Point(0, 0, 0)));
            points.addAll(learning.curve());
            if (setting.entrapments() % MinerSetting.POINT != 0) {
                Estimate last = learning.last();
                points.add(new Point(setting.entrapments(), last.mean(), last.stderr()));
            }
            return new Curve(
                    points.stream().mapToDouble(Point::entrapments).toArray(),
                    points.stream().mapToDouble(Point::mean).toArray(),
                    points.stream().mapToDouble(Point::stderr).toArray());
        }

        double[] later() {
            return Arrays.copyOfRange(x, 1, x.length);
        }

        double[] spread(int runs) {
            return Arrays.stream(stderr, 1, stderr.length)
                    .map(error -> error * Math.sqrt(runs))
                    .toArray();
        }

        /** The mean plus {@code errors} standard errors; the mean alone where there is no standard error. */
        double[] shifted(double errors) {
            return IntStream.range(0, mean.length)
                    .mapToDouble(k -> mean[k] + (Double.isNaN(stderr[k]) ? 0 : errors * stderr[k]))
                    .toArray();
        }
    }

    /** The mean of the runs with two standard errors, true values and, where it is approached, ETD's fixed point. */
    Figure main() {
        String description = "Learning curves of three predictions against their true values";
        return new Figure(WIDTH, 400, description, canvas -> {
            double bottom = 400 - BELOW;
            Panel panel = panel(canvas, values(bottom), "discounted gold before a trap");
            panel.title(title());
            paintEstimates(panel);
            Legend legend = legend(canvas, bottom + 68);
            legend.line(Pen.CURVE, Colour.INK, "Block A weight");
            legend.line(Pen.DOTTED, Colour.INK, "true value at S");
            if (result.setting().approachesEtdFixedPoint()) {
                legend.line(Pen.DASHED, Colour.INK, "ETD's fixed point");
            }
        });
    }

    private Panel panel(Canvas canvas, Scale y, String yName) {
        Scale x = Scale.linear(0, result.setting().entrapments(), LEFT, WIDTH - NAMES);
        Panel panel = new Panel(canvas, x, y, Letters.TEXT);
        panel.axes("entrapments", 6, yName, 6);
        return panel;
    }

    private Legend legend(Canvas canvas, double y) {
        return new Legend(canvas, LEFT, y, WIDTH, LEGEND_ROW);
    }

    private void paintEstimates(Panel panel) {
        List<Curve> curves = curves();
        for (int q = 0; q < curves.size(); q++) {
            Curve curve = curves.get(q);
            panel.band(Colour.series(q), 0.2, curve.x, curve.shifted(-2), curve.shifted(2));
        }
        List<Label> labels = new ArrayList<>();
        for (int q = 0; q < curves.size(); q++) {
            PolicyResult prediction = result.predictions().get(q);
            panel.level(Pen.DOTTED, Colour.series(q), prediction.trueValue());
            if (result.setting().approachesEtdFixedPoint()) {
                panel.level(Pen.DASHED, Colour.series(q), prediction.fixedPoint());
            }
            panel.curve(Pen.CURVE, Colour.series(q), curves.get(q).x, curves.get(q).mean);
            labels.add(new Label(prediction.policy(), Colour.series(q), last(curves.get(q).mean)));
        }
        panel.labels(labels);
    }

    private static double last(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).reduce(0, (before, value) -> value);
    }

    /** How far apart the runs are without and with clipping; empty if there is nothing to compare. */
    Optional<Figure> spread() {
        MinerSetting setting = result.setting();
        if (!setting.clips() || setting.runs() < 2) {
            return Optional.empty();
        }
        List<Curve> clipped = curves();
        List<Curve> unclipped = result.predictions().stream()
                .map(p -> Curve.of(p.unclipped().orElseThrow(), setting))
                .toList();
        DoubleSummaryStatistics range = Stream.of(clipped, unclipped)
                .flatMap(List::stream)
                .flatMapToDouble(curve -> Arrays.stream(curve.spread(setting.runs())))
                .filter(spread -> spread > 0 && Double.isFinite(spread))
                .summaryStatistics();
        if (range.getCount() == 0) {
            return Optional.empty();
        }
        double low = Math.pow(10, Math.floor(Math.log10(range.getMin())));
        double high = Math.max(10 * low, Math.pow(10, Math.ceil(Math.log10(range.getMax()))));
        String description = "Standard deviation over the runs, with and without clipping, on a logarithmic scale";
        return Optional.of(new Figure(WIDTH, 340, description, canvas -> {
            Panel panel = panel(canvas, Scale.logarithmic(low, high, 340 - BELOW, TOP), "standard deviation over runs");
            panel.title("The same runs with and without clipping");
            List<Label> labels = new ArrayList<>();
            for (int q = 0; q < clipped.size(); q++) {
                Colour colour = Colour.series(q);
                Curve with = clipped.get(q);
                Curve without = unclipped.get(q);
                panel.curve(Pen.DOTTED, colour, with.later(), with.spread(setting.runs()));
                panel.curve(Pen.CURVE, colour, without.later(), without.spread(setting.runs()));
                String policy = result.predictions().get(q).policy();
                labels.add(new Label(policy, colour, last(without.spread(setting.runs()))));
            }
            panel.labels(labels);
            Legend legend = legend(canvas, 340 - BELOW + 68);
            legend.line(Pen.CURVE, Colour.INK, "without clipping");
            legend.line(Pen.DOTTED, Colour.INK, "with clipping");
        }));
    }
}
