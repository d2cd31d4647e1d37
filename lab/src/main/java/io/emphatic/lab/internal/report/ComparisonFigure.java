package io.emphatic.lab.internal.report;

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
import io.emphatic.documents.figure.Scale.Tick;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Naming;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The main figure: learning curves of the best settings on fresh seeds, and the ranking, which is their legend. */
final class ComparisonFigure {
    private static final int TOP = 58;
    private static final int BOTTOM = 84;
    private static final double LEFT_FROM = 72;
    private static final double LEFT_TO = LEFT_FROM + 488;
    private static final double RIGHT_WIDTH = 340;
    private static final double RIGHT_FROM = 730;
    private static final double ROW = 40;

    private static final double RIGHT_FROM_ALONE = 134; // the left end of the right panel where it stands by itself

    private static final int LEAST_HEIGHT = 420;

    /** An error of less than this part of the largest is rounding, and no reason for a longer axis. */
    static final double LEAST_PART = 1e-8;

    private final Ranking ranking;
    private final List<RankedAlgorithm> algorithms;
    private final int height;
    private final double bottom;
    private final double rightFrom;
    private final double rightTo;

    private ComparisonFigure(Ranking ranking, double rightFrom) {
        this.ranking = ranking;
        this.algorithms = ranking.algorithms();
        this.height = (int) Math.max(LEAST_HEIGHT, TOP + BOTTOM + ROW * algorithms.size());
        this.bottom = height - BOTTOM;
        this.rightFrom = rightFrom;
        this.rightTo = rightFrom + RIGHT_WIDTH;
    }

    static Figure of(Ranking ranking) {
        ComparisonFigure figure = new ComparisonFigure(ranking, RIGHT_FROM);
        String seen = figure.described("Learning curves and ranking");
        return new Figure((int) figure.rightTo + 30, figure.height, seen, canvas -> {
            figure.paintCurves(canvas);
            figure.paintRanking(canvas);
        });
    }

    static List<Figure> panels(Ranking ranking) {
        ComparisonFigure both = new ComparisonFigure(ranking, RIGHT_FROM_ALONE);
        String curves = both.described("Learning curves of the best settings");
        return List.of(
                new Figure((int) LEFT_TO + 20, both.height, curves, both::paintCurves),
                new Figure((int) both.rightTo + 20, both.height, both.described("Ranking"), both::paintRanking));
    }

    /** With the numbers that are seen, the best first. */
    private String described(String what) {
        return what + ": mean error on fresh seeds "
                + algorithms.stream()
                        .map(ranked -> ranked.algorithm()
                                + ranked.byAuc()
                                        .map(winner -> " "
                                                + Numbers.significant(
                                                        winner.rerunAuc().mean()))
                                        .orElse(" diverged"))
                        .collect(Collectors.joining(", "));
    }

    private void paintCurves(Canvas canvas) {
        Scale x = Scale.linear(0, ranking.study().steps(), LEFT_FROM, LEFT_TO);
        Panel panel = new Panel(canvas, x, errorScale(), Letters.TEXT);
        panel.title("Learning curves of the best settings, on fresh seeds");
        panel.axes("steps", 5, "root mean squared value error (log scale)", 8);
        // The first in rank is drawn last, on top.
        for (int k = algorithms.size() - 1; k >= 0; k--) {
            Colour colour = Naming.colour(algorithms.get(k).algorithm());
            algorithms.get(k).byAuc().ifPresent(winner -> paintCurve(panel, winner.rerun(), colour));
        }
    }

    private void paintCurve(Panel panel, Result curve, Colour colour) {
        int points = curve.mean().length;
        double[] steps = new double[points];
        double[] low = new double[points];
        double[] high = new double[points];
        for (int k = 0; k < points; k++) {
            double error = Double.isFinite(curve.stderr()[k]) ? curve.stderr()[k] : 0;
            steps[k] = (double) k * ranking.study().every();
            low[k] = curve.mean()[k] - 2 * error;
            high[k] = curve.mean()[k] + 2 * error;
        }
        panel.band(colour, 0.09, steps, low, high);
        panel.curve(Pen.CURVE, colour, steps, curve.mean());
    }

    private Scale errorScale() {
        DoubleSummaryStatistics errors = algorithms.stream()
                .flatMap(ranked -> ranked.byAuc().stream())
                .flatMapToDouble(winner -> Arrays.stream(winner.rerun().mean()))
                .filter(mean -> mean > 0 && Double.isFinite(mean))
                .summaryStatistics();
        boolean any = errors.getMin() < errors.getMax();
        double high = any ? errors.getMax() : 1;
        double low = any ? Math.max(errors.getMin(), LEAST_PART * high) : 0.1;
        return Scale.logarithmic(low * Math.pow(10, -0.06), high * Math.pow(10, 0.04), bottom, TOP);
    }

    private void paintRanking(Canvas canvas) {
        Scale x = rankingScale();
        String title = "Mean error over the whole run";
        canvas.text(title, rightFrom - 110, TOP - 20, Anchor.LEFT, Letters.TITLE, Colour.INK);
        for (Tick tick : x.ticks((int) ((rightTo - rightFrom) / 65))) {
            double at = x.at(tick.value());
            canvas.line(Pen.THIN, Colour.GRID, at, TOP, at, bottom);
            canvas.text(tick.label(), at, bottom + 19, Anchor.CENTRE, Letters.TEXT, Colour.INK);
        }
        canvas.line(Pen.THIN, Colour.INK, rightFrom, bottom, rightTo, bottom);
        Legend legend = new Legend(canvas, rightFrom - 110, bottom + 46, rightTo + 20, 22);
        legend.mark(Mark.DISC, Colour.INK, "on fresh seeds, with 95 % interval");
        legend.mark(Mark.RING, Colour.INK, "in the study");
        double row = (bottom - TOP) / algorithms.size();
        IntStream.range(0, algorithms.size())
                .forEach(k -> paintRow(canvas, algorithms.get(k), x, TOP + (k + 0.5) * row));
    }

    private void paintRow(Canvas canvas, RankedAlgorithm ranked, Scale x, double y) {
        Colour colour = Naming.colour(ranked.algorithm());
        canvas.text(ranked.algorithm(), rightFrom - 14, y + 5, Anchor.RIGHT, Letters.NAME, colour);
        Optional<Winner> best = ranked.byAuc();
        if (best.isEmpty()) {
            alarm(canvas, "every setting diverged in some run", y + 4);
            return;
        }
        Interval fresh = best.get().rerunAuc();
        if (Double.isFinite(fresh.mean())) {
            if (Double.isFinite(fresh.low())) {
                canvas.line(Pen.CURVE, colour, x.within(fresh.low()), y, x.within(fresh.high()), y);
            }
            canvas.mark(Mark.DISC, colour, x.within(fresh.mean()), y, 4.5);
        } else {
            alarm(canvas, "diverged on fresh seeds", y - 8);
        }
        canvas.mark(Mark.RING, colour, x.within(best.get().auc().mean()), y - 8, 3);
        String setting = Words.setting(best.get().result().setting());
        String shown = Letters.SMALL.shortened(setting, rightTo - rightFrom);
        canvas.text(shown, rightFrom, y + 16, Anchor.LEFT, Letters.SMALL, Colour.FAINT);
    }

    private void alarm(Canvas canvas, String text, double y) {
        canvas.text(text, rightFrom + 8, y, Anchor.LEFT, Letters.TEXT, Colour.ALARM);
    }

    private Scale rankingScale() {
        DoubleSummaryStatistics errors = algorithms.stream()
                .flatMap(ranked -> ranked.byAuc().stream())
                .flatMapToDouble(winner -> DoubleStream.of(
                        winner.auc().mean(),
                        winner.rerunAuc().mean(),
                        winner.rerunAuc().low(),
                        winner.rerunAuc().high()))
                .filter(Double::isFinite)
                .summaryStatistics();
        double low = errors.getMin();
        double high = errors.getMax();
        if (low > 0 && high > 2 * low) { // as the curves beside it
            return Scale.logarithmic(Math.max(low, LEAST_PART * high) / 1.1, high * 1.1, rightFrom, rightTo);
        }
        if (!(low < high)) {
            low = Double.isFinite(low) ? low - 0.5 : 0;
            high = low + 1;
        }
        double margin = 0.05 * (high - low);
        return Scale.linear(low - margin, high + margin, rightFrom, rightTo);
    }
}
