package io.emphatic.bench;

import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Mark;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Panel.Label;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/** How the processor time per step grows: one panel for each size that was varied, both axes logarithmic. */
final class CostFigure {
    private static final int WIDTH = 510;
    private static final int HEIGHT = 320;

    private final List<Sweep> sweeps = new ArrayList<>();

    /** What is varied, and what was measured. */
    Sweep sweep(String varied) {
        Sweep sweep = new Sweep(varied);
        sweeps.add(sweep);
        return sweep;
    }

    Figure figure() {
        int rows = (sweeps.size() + 1) / 2;
        return new Figure(2 * WIDTH, rows * HEIGHT, "Processor time per step against size, by engine", canvas -> {
            for (int k = 0; k < sweeps.size(); k++) {
                sweeps.get(k).paint(canvas, k % 2 * WIDTH, k / 2 * HEIGHT);
            }
        });
    }

    /** Costs of the engine that is chosen and of the explicit engine, for some values of one size. */
    static final class Sweep {
        private final String varied;
        private final List<Double> sizes = new ArrayList<>();
        private final List<Double> chosen = new ArrayList<>();
        private final List<Double> explicit = new ArrayList<>();

        private Sweep(String varied) {
            this.varied = varied;
        }

        /** In µs per step. */
        void add(double size, double chosenCost, double explicitCost) {
            sizes.add(size);
            chosen.add(chosenCost);
            explicit.add(explicitCost);
        }

        private void paint(Canvas canvas, double left, double top) {
            Scale x = decades(sizes, left + 66, left + WIDTH - 90);
            List<Double> costs = new ArrayList<>(chosen);
            costs.addAll(explicit);
            Scale y = decades(costs, top + HEIGHT - 60, top + 46);
            Panel panel = new Panel(canvas, x, y, Letters.TEXT);
            panel.title("µs of processor time per step");
            panel.axes(varied, 6, "", 6);
            curve(panel, Colour.FAINT, explicit);
            curve(panel, Colour.series(0), chosen);
            panel.labels(List.of(
                    new Label("explicit", Colour.FAINT, explicit.get(explicit.size() - 1)),
                    new Label("chosen", Colour.series(0), chosen.get(chosen.size() - 1))));
        }

        private void curve(Panel panel, Colour colour, List<Double> costs) {
            panel.curve(Pen.CURVE, colour, array(sizes), array(costs));
            for (int k = 0; k < costs.size(); k++) {
                panel.point(Mark.DISC, colour, sizes.get(k), costs.get(k), 3);
            }
        }

        /** From a power of ten to another. */
        private static Scale decades(List<Double> values, double from, double to) {
            DoubleSummaryStatistics range = DoubleStream.of(array(values)).summaryStatistics();
            double low = Math.pow(10, Math.floor(Math.log10(range.getMin())));
            double high = Math.pow(10, Math.ceil(Math.log10(range.getMax())));
            return Scale.logarithmic(low, Math.max(10 * low, high), from, to);
        }

        private static double[] array(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }
}
