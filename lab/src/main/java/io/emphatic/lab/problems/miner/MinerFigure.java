package io.emphatic.lab.problems.miner;

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
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

record MinerFigure(MinerResult result) {
    private static final int WIDTH = 600;
    private static final int HEIGHT = 400;
    private static final double LEFT = 62;
    private static final double TOP = 54;
    private static final double BOTTOM = HEIGHT - 80;
    private static final double NAMES = 94;
    private static final int LEGEND_ROW = 20;

    /** All that is drawn, as long as that does not make the exact values too close to be distinguished. */
    private Scale values() {
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
                BOTTOM,
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
        Scale shown = values();
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

        /** The mean plus {@code errors} standard errors; the mean alone where there is no standard error. */
        double[] shifted(double errors) {
            return IntStream.range(0, mean.length)
                    .mapToDouble(k -> mean[k] + (Double.isNaN(stderr[k]) ? 0 : errors * stderr[k]))
                    .toArray();
        }
    }

    /** The mean of the runs with two standard errors, true values and, where it is approached, ETD's fixed point. */
    Figure figure() {
        String description = "Learning curves of three predictions against their true values";
        return new Figure(WIDTH, HEIGHT, description, canvas -> {
            Scale x = Scale.linear(0, result.setting().entrapments(), LEFT, WIDTH - NAMES);
            Panel panel = new Panel(canvas, x, values(), Letters.TEXT);
            panel.axes("entrapments", 6, "discounted gold before a trap", 6);
            panel.title(title());
            paintEstimates(panel);
            Legend legend = new Legend(canvas, LEFT, BOTTOM + 68, WIDTH, LEGEND_ROW);
            legend.line(Pen.CURVE, Colour.INK, "Block A weight");
            legend.line(Pen.DOTTED, Colour.INK, "true value at S");
            if (result.setting().approachesEtdFixedPoint()) {
                legend.line(Pen.DASHED, Colour.INK, "ETD's fixed point");
            }
        });
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
}
