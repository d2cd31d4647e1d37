package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm.FixedPoint;
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
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Naming;
import io.emphatic.lab.internal.explanation.TradeOff.TradeOffCurve;
import io.emphatic.lab.internal.explanation.TradeOff.TradeOffPoint;
import io.emphatic.lab.theory.MeanPath;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

final class ExplanationFigures {
    static final Colour VISITS = Colour.FAINT;
    static final Colour EMPHASIS = Naming.colour("etd");

    private static final double BAR_WIDTH = 420;
    private static final double BAR_HEIGHT = 30;
    private static final int TRADE_OFF_WIDTH = 600;
    private static final double LONGEST_LABEL = 170;

    /** What is larger says nothing more, and would leave no room for the rest. */
    private static final double MOST_ERROR = 1.5; // times the largest on the first curve

    private static final String OVERSHOOT = "overshoot";

    private ExplanationFigures() {}

    /** Two bars for each row of states: their share of the visits and their share of the emphasis. */
    static Figure bars(List<StateRow> rows, double allEmphasis) {
        double left = 16
                + rows.stream()
                        .mapToDouble(row -> Math.min(LONGEST_LABEL, Letters.TEXT.width(row.label())))
                        .max()
                        .orElse(0);
        return new Figure(
                (int) (left + BAR_WIDTH + 70),
                (int) (rows.size() * BAR_HEIGHT + 8),
                "Share of visits and of emphasis of each state. Most visited: "
                        + most(rows, StateRow::visits, 1) + "; most emphasised: "
                        + most(rows, StateRow::emphasis, allEmphasis),
                canvas -> paintBars(canvas, rows, allEmphasis, left));
    }

    private static String most(List<StateRow> rows, ToDoubleFunction<StateRow> part, double whole) {
        return rows.stream()
                .max(Comparator.comparingDouble(part))
                .map(row -> row.label() + ", " + percent(share(part.applyAsDouble(row), whole)))
                .orElse("none");
    }

    /** Shares are of all states, also of those that have no row. */
    private static void paintBars(Canvas canvas, List<StateRow> rows, double emphasis, double left) {
        double largest = rows.stream()
                .flatMapToDouble(row -> DoubleStream.of(row.visits(), share(row.emphasis(), emphasis)))
                .max()
                .orElse(0);
        Scale scale = Scale.linear(0, largest > 0 ? largest : 1, left, left + BAR_WIDTH);
        for (int k = 0; k < rows.size(); k++) {
            StateRow row = rows.get(k);
            double y = k * BAR_HEIGHT + 4;
            String label = Letters.TEXT.shortened(row.label(), LONGEST_LABEL);
            canvas.text(label, left - 8, y + 16, Anchor.RIGHT, Letters.TEXT, Colour.INK);
            paintBar(canvas, scale, y + 1, VISITS, row.visits());
            paintBar(canvas, scale, y + 13, EMPHASIS, share(row.emphasis(), emphasis));
        }
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : 0;
    }

    private static void paintBar(Canvas canvas, Scale scale, double y, Colour colour, double share) {
        canvas.box(colour, scale.from(), y, scale.at(share), y + 11);
        canvas.text(percent(share), scale.at(share) + 5, y + 9.5, Anchor.LEFT, Letters.SMALL, Colour.FAINT);
    }

    private static String percent(double share) {
        return share == 0 ? "0" : Numbers.significant(100 * share, share < 0.1 ? 2 : 3) + " %";
    }

    /** Error against second moment: a curve for each parameter, crosses where runs were simulated, a line at etd. */
    static Figure tradeOff(TradeOff tradeOff) {
        double etd = tradeOff.algorithms().stream()
                .filter(point -> point.config().algorithm().fixedPoint() == FixedPoint.EMPHASIS)
                .mapToDouble(TradeOffPoint::bias)
                .findFirst()
                .orElse(Double.NaN);
        DoubleStream first = drawn(tradeOff.curves().get(0), Double.POSITIVE_INFINITY).stream()
                .mapToDouble(TradeOffPoint::bias);
        double most = MOST_ERROR * with(etd, first).max().orElse(Double.POSITIVE_INFINITY);
        List<TradeOffPoint> all = tradeOff.curves().stream()
                .flatMap(curve -> drawn(curve, most).stream())
                .toList();
        DoubleSummaryStatistics moments =
                all.stream().mapToDouble(TradeOffPoint::variance).summaryStatistics();
        DoubleSummaryStatistics errors =
                with(etd, all.stream().mapToDouble(TradeOffPoint::bias)).summaryStatistics();
        double margin = errors.getMax() > errors.getMin() ? 0.08 * (errors.getMax() - errors.getMin()) : 1;
        Scale x = Scale.logarithmic(moments.getMin() / 1.2, moments.getMax() * 1.2, 76, TRADE_OFF_WIDTH - 30.0);
        Scale y = Scale.linear(Math.max(0, errors.getMin() - margin), errors.getMax() + margin, 366, 96);
        String seen = "Error of the fixed point against the second moment of the trace, etd at "
                + Numbers.significant(etd) + ": "
                + tradeOff.curves().stream()
                        .filter(curve -> drawn(curve, most).size() > 1)
                        .map(curve -> described(drawn(curve, most)))
                        .collect(Collectors.joining("; "));
        return new Figure(TRADE_OFF_WIDTH, 440, seen, canvas -> {
            Panel panel = new Panel(canvas, x, y, Letters.SMALL);
            panel.axes("E‖e‖²/E[M]², logarithmic", TRADE_OFF_WIDTH / 100, "interest rmse", 5);
            panel.level(Pen.DOTTED, Colour.FAINT, etd);
            Legend legend = new Legend(canvas, 40, 20, TRADE_OFF_WIDTH, 20);
            for (TradeOffCurve curve : tradeOff.curves()) {
                Colour colour = colour(curve);
                curve(panel, drawn(curve, most), colour, curve.symbol());
                boolean simulated = curve.points().stream().anyMatch(TradeOffPoint::simulated);
                legend.line(
                        simulated ? Pen.DASHED : Pen.CURVE,
                        colour,
                        (curve.name().equals(OVERSHOOT) ? "etd, overshoot" : curve.name()) + " over " + curve.symbol());
            }
            legend.line(Pen.DOTTED, Colour.FAINT, "etd");
            tradeOff.checks().stream()
                    .filter(point -> point.isFinite() && point.bias() <= most)
                    .forEach(point -> panel.point(Mark.CROSS, Colour.INK, point.variance(), point.bias(), 5));
        });
    }

    private static DoubleStream with(double value, DoubleStream others) {
        return DoubleStream.concat(DoubleStream.of(value).filter(Double::isFinite), others);
    }

    private static Colour colour(TradeOffCurve curve) {
        return switch (curve.name()) {
            case OVERSHOOT -> Naming.colour("etd");
            case "bounded-td" -> Naming.colour("td");
            default -> Naming.colour(curve.name());
        };
    }

    /** The ones that can be drawn, without the ones that would flatten all others. */
    private static List<TradeOffPoint> drawn(TradeOffCurve curve, double most) {
        return curve.points().stream()
                .filter(point -> point.isFinite() && point.bias() <= most)
                .toList();
    }

    static boolean hasTradeOff(TradeOff tradeOff) {
        return tradeOff.curves().stream()
                .limit(2) // without errors all would lie on the axis
                .map(curve -> drawn(curve, Double.POSITIVE_INFINITY))
                .allMatch(points -> points.size() > 1 && points.stream().anyMatch(one -> one.bias() > 1e-9));
    }

    private static String described(List<TradeOffPoint> points) {
        return described(points.get(0)) + " to " + described(points.get(points.size() - 1));
    }

    private static String described(TradeOffPoint point) {
        return point.name() + " (error " + Numbers.significant(point.bias()) + ", moment "
                + Numbers.significant(point.variance()) + ")";
    }

    /** A curve with its points; a ring where the algorithm diverges; the last with its parameter. */
    private static void curve(Panel panel, List<TradeOffPoint> points, Colour colour, String symbol) {
        if (points.isEmpty()) {
            return;
        }
        double[] xs = points.stream().mapToDouble(TradeOffPoint::variance).toArray();
        double[] ys = points.stream().mapToDouble(TradeOffPoint::bias).toArray();
        panel.curve(points.get(0).simulated() ? Pen.DASHED : Pen.CURVE, colour, xs, ys);
        for (int k = 0; k < xs.length; k++) {
            panel.point(points.get(k).error().converges() ? Mark.DISC : Mark.RING, colour, xs[k], ys[k], 3);
        }
        int last = xs.length - 1;
        String text = symbol + " = " + points.get(last).name().replaceAll(".* ", "");
        panel.canvas()
                .text(text, panel.x().at(xs[last]), panel.y().at(ys[last]) - 8, Anchor.RIGHT, Letters.SMALL, colour);
    }

    private static String numbers(double[] values) {
        int most = 8;
        String shown =
                Arrays.stream(values).limit(most).mapToObj(Numbers::significant).collect(Collectors.joining(", "));
        return values.length <= most ? shown : shown + ", …";
    }

    /** The weights along a path, with a dotted line at each limit; none if it does not end. */
    static Figure path(MeanPath path, double[] limit, String title) {
        boolean ends = limit.length > 0;
        DoubleSummaryStatistics range = DoubleStream.concat(
                        Arrays.stream(path.weights()).flatMapToDouble(Arrays::stream), Arrays.stream(limit))
                .summaryStatistics();
        double margin = range.getMax() > range.getMin() ? 0.05 * (range.getMax() - range.getMin()) : 1;
        Scale y = Scale.linear(range.getMin() - margin, range.getMax() + margin, 200, 40);
        double[] times = path.times();
        double last = times[times.length - 1];
        Scale x = path.logarithmic() ? Scale.logarithmic(times[1], last, 60, 330) : Scale.linear(0, last, 60, 330);
        double[] end = path.weights()[times.length - 1];
        String seen = title + ": the weights go from " + numbers(path.weights()[0]) + " to " + numbers(end);
        return new Figure(350, 262, seen, canvas -> {
            Panel panel = new Panel(canvas, x, y, Letters.SMALL);
            panel.title(title);
            panel.axes(path.logarithmic() ? "α × steps, logarithmic" : "α × steps", 5, "", 5);
            for (int j = 0; j < path.weights()[0].length; j++) {
                int weight = j;
                if (ends) {
                    panel.level(Pen.DOTTED, Colour.series(j), limit[j]);
                }
                double[] weights = Arrays.stream(path.weights())
                        .mapToDouble(at -> at[weight])
                        .toArray();
                panel.curve(Pen.CURVE, Colour.series(j), times, weights);
            }
        });
    }
}
