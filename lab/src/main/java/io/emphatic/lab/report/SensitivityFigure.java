package io.emphatic.lab.report;

import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Standing;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the error depends on the step size: a panel for each algorithm, a line for each λ (or ζ), all other parameters as
 * in the algorithm's best setting. Settings that diverged in some run are crosses in a strip above the axis, one row
 * for each line: they have no error.
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

    private final List<Standing> standings;
    private final double untaught;
    private final double cap;
    private final double lowest;
    private final double highest;
    private final TreeSet<Double> lines = new TreeSet<>();

    private SensitivityFigure(Ranking ranking) {
        standings = ranking.standings();
        untaught = standings.get(0).results().get(0).mean()[0];
        cap = HEADROOM * untaught;
        TreeSet<Double> stepSizes = new TreeSet<>();
        for (Standing standing : standings) {
            for (Result result : standing.results()) {
                stepSizes.add(stepSize(result.setting()));
                lines.add(line(result.setting()));
            }
        }
        lowest = Math.log(stepSizes.first()) / Math.log(2);
        highest = Math.max(lowest + 1, Math.log(stepSizes.last()) / Math.log(2));
    }

    static Drawing of(Ranking ranking) {
        int columns = Math.min(COLUMNS, ranking.standings().size());
        int rows = (ranking.standings().size() + COLUMNS - 1) / COLUMNS;
        return new Drawing(
                (int) (LEFT + columns * PANEL_WIDTH + 10),
                (int) (rows * PANEL_HEIGHT + LEGEND),
                new SensitivityFigure(ranking)::paint);
    }

    /** The step size, or 1 where there is none to speak of. */
    private static double stepSize(Setting setting) {
        return setting.parameters()
                .getOrDefault("step_size", setting.parameters().getOrDefault("c1", 1.0));
    }

    private static double line(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        return parameters.getOrDefault("lambda", parameters.getOrDefault("zeta", 0.0));
    }

    private void paint(Graphics2D g) {
        for (int k = 0; k < standings.size(); k++) {
            double x = LEFT + k % COLUMNS * PANEL_WIDTH;
            double y = (k / COLUMNS) * PANEL_HEIGHT;
            paintPanel(g, standings.get(k), x, y + TOP, k % COLUMNS == 0);
        }
        paintLegend(g);
    }

    private void paintPanel(Graphics2D g, Standing standing, double left, double top, boolean labelled) {
        Scale x = new Scale(lowest, highest, left + 6, left + PLOT_WIDTH - 6);
        Scale y = new Scale(0, cap, top + PLOT_HEIGHT, top);
        paintFrame(g, standing, x, y, left, labelled);
        for (Map.Entry<Double, List<Result>> entry : byLine(standing).entrySet()) {
            paintLine(g, entry.getKey(), entry.getValue(), x, y);
        }
        standing.byAuc().ifPresent(winner -> {
            double at = x.at(log2(stepSize(winner.result().setting())));
            double error = y.within(winner.auc().mean());
            g.setColor(Style.INK);
            g.setStroke(Style.CURVE);
            g.draw(new Ellipse2D.Double(at - 5, error - 5, 10, 10));
        });
    }

    private void paintFrame(Graphics2D g, Standing standing, Scale x, Scale y, double left, boolean labelled) {
        double right = left + PLOT_WIDTH;
        g.setFont(Style.bold(13));
        g.setColor(Style.INK);
        Style.left(g, standing.algorithm(), left, y.to() - STRIP - 9);
        g.setFont(Style.plain(11));
        g.setColor(Style.FAINT);
        Style.right(g, others(standing), right, y.to() - STRIP - 9);
        g.setColor(Style.faint(Style.ALARM, 18));
        g.fill(new Rectangle2D.Double(left, y.to() - STRIP - 2, PLOT_WIDTH, STRIP));
        g.setStroke(Style.THIN);
        for (double tick : y.ticks(4)) {
            g.setColor(Style.GRID);
            Style.line(g, left, y.at(tick), right, y.at(tick));
            g.setColor(Style.INK);
            Style.right(g, Numbers.tick(tick), left - 6, y.at(tick) + 4);
        }
        g.setColor(Style.FAINT);
        g.setStroke(Style.DOTTED);
        Style.line(g, left, y.at(untaught), right, y.at(untaught));
        g.setStroke(Style.THIN);
        g.setColor(Style.INK);
        Style.line(g, left, y.from(), right, y.from());
        int step = highest - lowest > 12 ? 6 : highest - lowest > 6 ? 3 : 1;
        for (int exponent = (int) Math.ceil(lowest); exponent <= highest; exponent++) {
            if (Math.floorMod(exponent, step) == 0) {
                Style.line(g, x.at(exponent), y.from(), x.at(exponent), y.from() + 4);
                Style.centred(g, Words.powerOfTwo(exponent), x.at(exponent), y.from() + 17);
            }
        }
        if (labelled) {
            g.setFont(Style.plain(12));
            Style.upwards(g, "auc", 16, (y.from() + y.to()) / 2);
            g.setColor(Style.ALARM);
            g.setFont(Style.plain(10));
            Style.right(g, "diverged", left - 6, y.to() - STRIP / 2 + 2);
        }
    }

    /** What the panel holds fixed: {@code η = 16}. */
    private static String others(Standing standing) {
        return standing.byAuc()
                .map(winner -> {
                    Map<String, Double> rest =
                            new TreeMap<>(winner.result().setting().parameters());
                    rest.keySet().removeAll(List.of("step_size", "lambda", "zeta"));
                    return rest.isEmpty() ? "" : Words.setting(new Setting("", rest));
                })
                .orElse("");
    }

    /** The results that a panel shows, line by line in order of step size. */
    private static TreeMap<Double, List<Result>> byLine(Standing standing) {
        String shown = others(standing);
        TreeMap<Double, List<Result>> byLine = new TreeMap<>();
        for (Result result : standing.results()) {
            Map<String, Double> rest = new TreeMap<>(result.setting().parameters());
            rest.keySet().removeAll(List.of("step_size", "lambda", "zeta"));
            String own = rest.isEmpty() ? "" : Words.setting(new Setting("", rest));
            if (standing.byAuc().isEmpty() || own.equals(shown)) {
                byLine.computeIfAbsent(line(result.setting()), key -> new ArrayList<>())
                        .add(result);
            }
        }
        byLine.values()
                .forEach(results -> results.sort(Comparator.comparingDouble(result -> stepSize(result.setting()))));
        return byLine;
    }

    private void paintLine(Graphics2D g, double line, List<Result> results, Scale x, Scale y) {
        Color colour = shade(line);
        int place = lines.headSet(line).size();
        double row = y.to() - 5 - (STRIP - 6) * (place + 0.5) / lines.size();
        g.setColor(colour);
        Path2D path = new Path2D.Double();
        boolean going = false;
        for (Result result : results) {
            double at = x.at(log2(stepSize(result.setting())));
            double auc = result.meanAuc();
            if (result.isDiverged() || Double.isNaN(auc)) {
                going = false;
                g.setStroke(Style.THIN);
                Style.line(g, at - 2, row - 2, at + 2, row + 2);
                Style.line(g, at - 2, row + 2, at + 2, row - 2);
                continue;
            }
            double level = y.within(auc);
            if (going) {
                path.lineTo(at, level);
            } else {
                path.moveTo(at, level);
            }
            going = true;
            if (auc <= cap) {
                g.fill(new Ellipse2D.Double(at - 1.6, level - 1.6, 3.2, 3.2));
            } else {
                paintBeyond(g, at, level);
            }
        }
        g.setStroke(new BasicStroke(1.1f));
        g.draw(path);
    }

    /** A small triangle: finite, but off the scale. */
    private static void paintBeyond(Graphics2D g, double x, double y) {
        Path2D triangle = new Path2D.Double();
        triangle.moveTo(x - 3, y + 2);
        triangle.lineTo(x + 3, y + 2);
        triangle.lineTo(x, y - 3);
        triangle.closePath();
        g.fill(triangle);
    }

    private void paintLegend(Graphics2D g) {
        double y = ((standings.size() + COLUMNS - 1) / COLUMNS) * PANEL_HEIGHT + LEGEND - 40;
        double x = LEFT;
        g.setFont(Style.plain(12));
        g.setColor(Style.INK);
        String title = "λ (abtd: ζ)";
        Style.left(g, title, x, y);
        x += g.getFontMetrics().stringWidth(title) + 14;
        for (double line : lines) {
            g.setColor(shade(line));
            g.setStroke(new BasicStroke(3f));
            Style.line(g, x, y - 4, x + 18, y - 4);
            g.setColor(Style.INK);
            Style.left(g, Numbers.tick(line), x + 22, y);
            x += 54;
        }
        Style.left(
                g,
                "Horizontal: step size α.   ○ best setting   × diverged in some run   ▲ off the scale   ···· error before learning",
                LEFT,
                y + 24);
    }

    private Color shade(double line) {
        double first = lines.first();
        double last = lines.last();
        return Style.shade(last > first ? (line - first) / (last - first) : 0.3);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
