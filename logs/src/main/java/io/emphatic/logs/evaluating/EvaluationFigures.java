package io.emphatic.logs.evaluating;

import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Mark;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.documents.figure.Scale.Tick;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.ValueAtLambda;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The figures of an evaluation's page. */
final class EvaluationFigures {
    /** How many points a curve over t has at most: more could not be seen. */
    static final int MOST_POINTS = 300;

    /** An interval this many times as wide as the recommended one is cut off, so that the others can be seen. */
    private static final double WIDEST = 6;

    private static final double NORMAL_95 = 1.959963984540054;
    private static final double ROW = 26;
    private static final double LEFT = 100;
    private static final int WIDTH = 680;

    private static final Colour COLOUR = Colour.series(0);

    private EvaluationFigures() {}

    /** Every estimate on one axis, with its intervals. */
    static Figure estimates(TargetResult target) {
        List<PolicyEstimate> estimates = target.estimates();
        double bottom = 20 + ROW * estimates.size();
        double right = WIDTH - 40.0;
        String seen = "Estimates of " + target.name() + " with intervals: "
                + estimates.stream()
                        .map(estimate -> estimate.name() + " " + Numbers.significant(estimate.value()))
                        .collect(Collectors.joining(", "));
        return new Figure(WIDTH, (int) bottom + 40, seen, canvas -> {
            Scale x = valueScale(target, right);
            for (Tick tick : x.ticks(WIDTH / 97)) {
                double at = x.at(tick.value());
                canvas.line(Pen.THIN, Colour.GRID, at, 10, at, bottom);
                canvas.text(tick.label(), at, bottom + 19, Anchor.CENTRE, Letters.TEXT, Colour.INK);
            }
            canvas.line(Pen.THIN, Colour.INK, LEFT, bottom, right, bottom);
            for (int k = 0; k < estimates.size(); k++) {
                boolean recommended = estimates.get(k).name().equals(target.recommended());
                paint(canvas, x, estimates.get(k), 10 + (k + 0.5) * ROW, recommended);
            }
        });
    }

    private static void paint(Canvas canvas, Scale x, PolicyEstimate estimate, double y, boolean recommended) {
        Colour colour = recommended ? COLOUR : Colour.INK;
        canvas.text(estimate.name(), LEFT - 12, y + 5, Anchor.RIGHT, Letters.NAME, colour);
        interval(canvas, x, Pen.THIN, Colour.FAINT, estimate.guaranteedLow(), estimate.guaranteedHigh(), y + 7);
        interval(canvas, x, Pen.CURVE, colour, estimate.low(), estimate.high(), y);
        if (estimate.value() >= x.min() && estimate.value() <= x.max()) {
            canvas.mark(Mark.DISC, colour, x.at(estimate.value()), y, 4.5);
        }
    }

    /** @param low null, as {@code high}, for no interval */
    private static void interval(Canvas canvas, Scale x, Pen pen, Colour colour, Double low, Double high, double y) {
        if (low == null || high == null) {
            return;
        }
        canvas.line(pen, colour, x.within(low), y, x.within(high), y);
        if (low < x.min()) {
            arrow(canvas, colour, x.from(), y, 6);
        }
        if (high > x.max()) {
            arrow(canvas, colour, x.to(), y, -6);
        }
    }

    private static void arrow(Canvas canvas, Colour colour, double tip, double y, double back) {
        canvas.area(colour, new double[] {tip, tip + back, tip + back}, new double[] {y, y - 4, y + 4});
    }

    private static Scale valueScale(TargetResult target, double right) {
        double width = EvaluationWords.recommended(target)
                .filter(estimate -> estimate.low() != null)
                .map(estimate -> estimate.high() - estimate.low())
                .orElse(Double.POSITIVE_INFINITY);
        DoubleSummaryStatistics ends = new DoubleSummaryStatistics();
        for (PolicyEstimate estimate : target.estimates()) {
            boolean shown = estimate.low() != null && estimate.high() - estimate.low() <= WIDEST * width;
            if (shown) {
                ends.accept(estimate.low());
                ends.accept(estimate.high());
            }
            if (shown || !Double.isFinite(width) || estimate.name().equals(target.recommended())) {
                ends.accept(estimate.value());
            }
        }
        double margin = 0.06 * (ends.getMax() - ends.getMin());
        return Scale.linear(ends.getMin() - margin, ends.getMax() + margin, LEFT, right);
    }

    /** Effective sample size and mean weight over t, side by side. */
    static Figure overTime(TargetResult target, long episodes) {
        double[] t = times(target.effectiveSampleSize().length);
        int last = target.effectiveSampleSize().length - 1;
        String seen = "Effective sample size and mean weight of " + target.name() + " over t: from " + seen(target, 0)
                + " to " + seen(target, last);
        return new Figure(WIDTH, 300, seen, canvas -> {
            curve(canvas, 70, "Effective sample size", t, target.effectiveSampleSize(), episodes);
            curve(canvas, 420, "Mean weight", t, target.meanWeight(), 1);
        });
    }

    private static String seen(TargetResult target, int t) {
        return Numbers.significant(target.effectiveSampleSize()[t]) + " and "
                + Numbers.significant(target.meanWeight()[t]);
    }

    private static void curve(Canvas canvas, double left, String title, double[] t, double[] values, double level) {
        double[] shown = Arrays.stream(t).map(at -> values[(int) at]).toArray();
        double most = Arrays.stream(shown).filter(Double::isFinite).max().orElse(level);
        Scale x = Scale.linear(0, Math.max(1, t[t.length - 1]), left, left + 240);
        Panel panel = new Panel(canvas, x, Scale.linear(0, 1.05 * Math.max(most, level), 240, 50), Letters.TEXT);
        panel.title(title);
        panel.axes("t", 4, "", 5);
        panel.level(Pen.DOTTED, Colour.FAINT, level);
        panel.curve(Pen.CURVE, COLOUR, t, shown);
        for (int k = 0; k < t.length && t.length <= 12; k++) {
            panel.point(Mark.DISC, COLOUR, t[k], shown[k], 3);
        }
    }

    /** All times, or as many of them, evenly, as a curve can have; the first and the last among them. */
    static double[] times(int length) {
        int points = Math.min(length, MOST_POINTS);
        return IntStream.range(0, points)
                .mapToDouble(k -> points == 1 ? 0 : Math.round((double) k * (length - 1) / (points - 1)))
                .toArray();
    }

    /** elstd over λ with intervals. */
    static Figure byLambda(TargetResult target) {
        List<ValueAtLambda> values = target.byLambda();
        DoubleSummaryStatistics ends = values.stream()
                .flatMapToDouble(value -> DoubleStream.of(value.value() - margin(value), value.value() + margin(value)))
                .summaryStatistics();
        double room = 0.08 * (ends.getMax() - ends.getMin());
        return new Figure(350, 300, "Estimates of " + target.name() + " over λ", canvas -> {
            Scale x = Scale.linear(-0.05, 1.05, 70, 330);
            Scale y = Scale.linear(ends.getMin() - room, ends.getMax() + room, 240, 50);
            Panel panel = new Panel(canvas, x, y, Letters.TEXT);
            panel.title("Agreement over λ");
            panel.axes("λ", 5, "", 5);
            List<double[]> bars = new ArrayList<>();
            for (ValueAtLambda value : values) {
                double at = x.at(value.lambda());
                bars.add(new double[] {at, y.at(value.value() - margin(value)), y.at(value.value() + margin(value))});
                panel.point(Mark.DISC, COLOUR, value.lambda(), value.value(), 4.5);
            }
            bars.forEach(bar -> canvas.line(Pen.CURVE, COLOUR, bar[0], bar[1], bar[0], bar[2]));
        });
    }

    private static double margin(ValueAtLambda value) {
        return value.stderr() == null ? 0 : NORMAL_95 * value.stderr();
    }
}
