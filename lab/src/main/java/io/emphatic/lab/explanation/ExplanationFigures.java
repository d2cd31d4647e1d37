package io.emphatic.lab.explanation;

import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.theory.MeanPath;
import io.emphatic.lab.theory.Solution;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/** Figures of an explanation. */
final class ExplanationFigures {
    static final Colour VISITS = Colour.FAINT;
    static final Colour EMPHASIS = Colour.series(1);

    private static final double BAR_WIDTH = 420;
    private static final double BAR_HEIGHT = 30;
    private static final int LONGEST_LABEL = 26;

    private ExplanationFigures() {}

    /** Two bars for each row of states: their share of the visits and their share of the emphasis. */
    static Figure bars(List<StateRow> rows) {
        double left = 16
                + rows.stream()
                        .mapToDouble(row -> Letters.TEXT.width(shortened(row.label())))
                        .max()
                        .orElse(0);
        return new Figure(
                (int) (left + BAR_WIDTH + 70),
                (int) (rows.size() * BAR_HEIGHT + 8),
                "Share of visits and of emphasis of each state",
                canvas -> paintBars(canvas, rows, left));
    }

    private static void paintBars(Canvas canvas, List<StateRow> rows, double left) {
        double visits = rows.stream().mapToDouble(StateRow::visits).sum();
        double emphasis = rows.stream().mapToDouble(StateRow::emphasis).sum();
        double largest = rows.stream()
                .flatMapToDouble(row -> DoubleStream.of(share(row.visits(), visits), share(row.emphasis(), emphasis)))
                .max()
                .orElse(0);
        Scale scale = Scale.linear(0, largest > 0 ? largest : 1, left, left + BAR_WIDTH);
        for (int k = 0; k < rows.size(); k++) {
            StateRow row = rows.get(k);
            double y = k * BAR_HEIGHT + 4;
            canvas.text(shortened(row.label()), left - 8, y + 16, Anchor.RIGHT, Letters.TEXT, Colour.INK);
            paintBar(canvas, scale, y + 1, VISITS, share(row.visits(), visits));
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

    private static String shortened(String label) {
        return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 1) + "…";
    }

    /** The weights along a path, with a dotted line at each weight of the fixed point, if that is where it ends. */
    static Figure path(MeanPath path, Solution solution, String title) {
        boolean ends = solution.converges()
                && (solution.rank() == solution.b().length
                        || Arrays.stream(path.weights()[0]).allMatch(weight -> weight == 0));
        DoubleSummaryStatistics range = DoubleStream.concat(
                        Arrays.stream(path.weights()).flatMapToDouble(Arrays::stream),
                        Arrays.stream(ends ? solution.fixedPoint() : new double[0]))
                .summaryStatistics();
        double margin = range.getMax() > range.getMin() ? 0.05 * (range.getMax() - range.getMin()) : 1;
        Scale y = Scale.linear(range.getMin() - margin, range.getMax() + margin, 200, 40);
        double[] times = path.times();
        double last = times[times.length - 1];
        Scale x = path.logarithmic() ? Scale.logarithmic(times[1], last, 60, 376) : Scale.linear(0, last, 60, 376);
        return new Figure(400, 256, "Path of the weights of " + solution.name(), canvas -> {
            Panel panel = new Panel(canvas, x, y, Letters.SMALL);
            panel.title(title);
            panel.axes("α × steps", 5, "", 5);
            for (int j = 0; j < path.weights()[0].length; j++) {
                int weight = j;
                if (ends) {
                    panel.level(Pen.DOTTED, Colour.series(j), solution.fixedPoint()[j]);
                }
                double[] weights = Arrays.stream(path.weights())
                        .mapToDouble(at -> at[weight])
                        .toArray();
                panel.curve(Pen.CURVE, Colour.series(j), times, weights);
            }
        });
    }
}
