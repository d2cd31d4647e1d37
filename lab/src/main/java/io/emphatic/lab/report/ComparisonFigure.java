package io.emphatic.lab.report;

import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Standing;
import io.emphatic.lab.study.Standing.Winner;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The main figure: on the left the learning curves of the best settings on fresh seeds, with bands of two standard
 * errors; on the right the ranking, which is also the legend of the curves.
 */
final class ComparisonFigure {
    private static final int WIDTH = 1180;
    private static final int TOP = 46;
    private static final int BOTTOM = 62;
    private static final double LEFT_FROM = 72;
    private static final double LEFT_TO = 560;
    private static final double NAMES = 716;
    private static final double RIGHT_FROM = 730;
    private static final double RIGHT_TO = 1000;
    private static final double ROW = 36;
    private static final int LEAST_HEIGHT = 420;

    private final Ranking ranking;
    private final List<Standing> standings;
    private final double bottom;

    private ComparisonFigure(Ranking ranking, int height) {
        this.ranking = ranking;
        this.standings = ranking.standings();
        this.bottom = height - BOTTOM;
    }

    static Drawing of(Ranking ranking) {
        int height = (int)
                Math.max(LEAST_HEIGHT, TOP + BOTTOM + ROW * ranking.standings().size());
        return new Drawing(WIDTH, height, new ComparisonFigure(ranking, height)::paint);
    }

    private void paint(Graphics2D g) {
        paintCurves(g);
        paintRanking(g);
    }

    // Learning curves, on a logarithmic axis of errors

    private void paintCurves(Graphics2D g) {
        Scale x = new Scale(0, ranking.study().steps(), LEFT_FROM, LEFT_TO);
        Scale y = errorScale();
        g.setFont(Style.bold(14));
        g.setColor(Style.INK);
        Style.left(g, "Learning curves of the best settings, on fresh seeds", LEFT_FROM, TOP - 20);
        g.setFont(Style.plain(12));
        g.setStroke(Style.THIN);
        for (double tick : errorTicks(y)) {
            double at = y.at(Math.log10(tick));
            g.setColor(Style.GRID);
            Style.line(g, LEFT_FROM, at, LEFT_TO, at);
            g.setColor(Style.INK);
            Style.right(g, Numbers.tick(tick), LEFT_FROM - 8, at + 4);
        }
        for (double tick : x.ticks(5)) {
            g.setColor(Style.INK);
            Style.line(g, x.at(tick), bottom, x.at(tick), bottom + 4);
            Style.centred(g, Numbers.tick(tick), x.at(tick), bottom + 19);
        }
        Style.line(g, LEFT_FROM, bottom, LEFT_TO, bottom);
        g.setFont(Style.plain(13));
        Style.centred(g, "steps", (LEFT_FROM + LEFT_TO) / 2, bottom + 42);
        Style.upwards(g, "root mean squared value error (log scale)", 20, (TOP + bottom) / 2);
        // The first in rank is drawn last, on top.
        for (int k = standings.size() - 1; k >= 0; k--) {
            int colour = k;
            standings.get(k).byAuc().ifPresent(winner -> paintCurve(g, winner.rerun(), Style.colour(colour), x, y));
        }
    }

    private void paintCurve(Graphics2D g, Result curve, Color colour, Scale x, Scale y) {
        int every = ranking.study().every();
        Path2D line = new Path2D.Double();
        Path2D band = new Path2D.Double();
        int points = 0;
        while (points < curve.mean().length && Double.isFinite(curve.mean()[points])) {
            double at = x.at((double) points * every);
            double high = curve.mean()[points] + 2 * orZero(curve.stderr()[points]);
            step(line, points, at, level(y, curve.mean()[points]));
            step(band, points, at, level(y, high));
            points++;
        }
        for (int k = points - 1; k >= 0; k--) {
            double low = curve.mean()[k] - 2 * orZero(curve.stderr()[k]);
            band.lineTo(x.at((double) k * every), level(y, low));
        }
        if (points > 1) {
            band.closePath();
            g.setColor(Style.faint(colour, 22));
            g.fill(band);
            g.setColor(colour);
            g.setStroke(Style.CURVE);
            g.draw(line);
        }
    }

    private static void step(Path2D path, int k, double x, double y) {
        if (k == 0) {
            path.moveTo(x, y);
        } else {
            path.lineTo(x, y);
        }
    }

    private static double orZero(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    private static double level(Scale y, double error) {
        return y.within(error > 0 ? Math.log10(error) : y.min());
    }

    private Scale errorScale() {
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (Standing standing : standings) {
            for (double mean :
                    standing.byAuc().map(winner -> winner.rerun().mean()).orElse(new double[0])) {
                if (mean > 0 && Double.isFinite(mean)) {
                    low = Math.min(low, mean);
                    high = Math.max(high, mean);
                }
            }
        }
        if (!(low < high)) {
            low = 0.1;
            high = 1;
        }
        return new Scale(Math.log10(low) - 0.06, Math.log10(high) + 0.04, bottom, TOP);
    }

    private static List<Double> errorTicks(Scale y) {
        List<Double> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(y.min()); decade <= Math.ceil(y.max()); decade++) {
            for (double factor : y.max() - y.min() < 2.5 ? new double[] {1, 2, 3, 5} : new double[] {1}) {
                double tick = factor * Math.pow(10, decade);
                if (Math.log10(tick) >= y.min() && Math.log10(tick) <= y.max()) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    // The ranking

    private void paintRanking(Graphics2D g) {
        Scale x = rankingScale();
        g.setFont(Style.bold(14));
        g.setColor(Style.INK);
        Style.left(g, "Mean error over the whole run (auc)", RIGHT_FROM - 110, TOP - 20);
        g.setFont(Style.plain(12));
        g.setStroke(Style.THIN);
        for (double tick : x.ticks(6)) {
            g.setColor(Style.GRID);
            Style.line(g, x.at(tick), TOP, x.at(tick), bottom);
            g.setColor(Style.INK);
            Style.centred(g, Numbers.tick(tick), x.at(tick), bottom + 19);
        }
        Style.line(g, RIGHT_FROM, bottom, RIGHT_TO, bottom);
        g.setFont(Style.plain(12));
        Style.left(g, "● on fresh seeds, with 95 % interval    ○ in the study", RIGHT_FROM - 30, bottom + 42);
        double row = (bottom - TOP) / standings.size();
        for (int k = 0; k < standings.size(); k++) {
            paintRow(g, standings.get(k), k, x, TOP + (k + 0.5) * row);
        }
    }

    private static void paintRow(Graphics2D g, Standing standing, int rank, Scale x, double y) {
        Color colour = Style.colour(rank);
        g.setColor(colour);
        g.setFont(Style.bold(13));
        Style.right(g, standing.algorithm(), NAMES, y + 5);
        Optional<Winner> best = standing.byAuc();
        if (best.isEmpty()) {
            g.setColor(Style.ALARM);
            g.setFont(Style.plain(12));
            Style.left(g, "every setting diverged in some run", RIGHT_FROM + 8, y + 4);
            return;
        }
        Interval fresh = best.get().rerunAuc();
        g.setStroke(Style.CURVE);
        if (Double.isFinite(fresh.mean())) {
            if (Double.isFinite(fresh.low())) {
                Style.line(g, x.within(fresh.low()), y, x.within(fresh.high()), y);
            }
            g.fill(dot(x.within(fresh.mean()), y, 4.5));
        } else {
            g.setColor(Style.ALARM);
            g.setFont(Style.plain(12));
            Style.left(g, "diverged on fresh seeds", RIGHT_FROM + 8, y - 8);
            g.setColor(colour);
        }
        g.setStroke(Style.THIN);
        g.draw(dot(x.within(best.get().auc().mean()), y - 8, 3));
        g.setColor(Style.FAINT);
        g.setFont(Style.plain(11));
        Style.left(g, Words.setting(best.get().result().setting()), RIGHT_TO + 12, y + 4);
    }

    private static Ellipse2D dot(double x, double y, double radius) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private Scale rankingScale() {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Standing standing : standings) {
            if (standing.byAuc().isPresent()) {
                Winner winner = standing.byAuc().get();
                for (double value : new double[] {
                    winner.auc().mean(),
                    winner.rerunAuc().mean(),
                    winner.rerunAuc().low(),
                    winner.rerunAuc().high()
                }) {
                    low = Double.isFinite(value) ? Math.min(low, value) : low;
                    high = Double.isFinite(value) ? Math.max(high, value) : high;
                }
            }
        }
        if (!(low < high)) {
            low = low < Double.POSITIVE_INFINITY ? low - 0.5 : 0;
            high = low + 1;
        }
        double margin = 0.05 * (high - low);
        return new Scale(low - margin, high + margin, RIGHT_FROM, RIGHT_TO);
    }
}
