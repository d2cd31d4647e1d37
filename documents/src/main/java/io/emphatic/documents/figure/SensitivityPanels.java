package io.emphatic.documents.figure;

import io.emphatic.documents.figure.Canvas.Anchor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How an error depends on the step size: a panel for each algorithm, and in it a line for each of a few settings.
 * Settings that diverged are crosses in a strip above the axes, one row for each line: they have no error. Where none
 * has, there is no strip.
 *
 * @param errorName what the vertical axes show
 * @param lowest where the vertical axes begin
 * @param level a line across each panel, a little below their top: larger errors are off the scale
 * @param levelName what that line means
 * @param lineNames what the names of the lines mean: {@code λ}
 * @param crossName what a cross means
 */
public record SensitivityPanels(
        String errorName,
        double lowest,
        double level,
        String levelName,
        String lineNames,
        String crossName,
        List<AlgorithmPanel> panels) {
    private static final int COLUMNS = 4;
    private static final double PANEL_WIDTH = 272;
    private static final double PANEL_HEIGHT = 226;
    private static final double LEFT = 58;
    private static final double TOP = 62;
    private static final double PLOT_WIDTH = 226;
    private static final double PLOT_HEIGHT = 130;
    private static final double STRIP = 30;
    private static final double HEADROOM = 0.1;
    private static final double LEGEND = 66;

    /** Room for a note under the name of a panel, and how wide letters are on average. */
    private static final double NOTE_LINE = 15;

    private static final double NAME_LETTER = 9;
    private static final double NOTE_LETTER = 6;

    /** A figure of one column would be too narrow for its legend. */
    private static final double LEAST_WIDTH = 720;

    /**
     * One panel.
     *
     * @param note what all its settings have in common
     * @param best the step size and the error of the best setting; null for none
     */
    public record AlgorithmPanel(String name, String note, List<SettingLine> lines, double[] best) {}

    /**
     * One line. Not modified.
     *
     * @param name for the legend; lines of one name have one colour and one row in the strip
     * @param value orders the names and decides on their colours; NaN if it is no number, which comes last
     * @param stepSizes in increasing order; at the end NaN for one that is chosen from the data: its error is a dashed
     *     line over the whole width
     * @param errors NaN for a setting that diverged
     */
    public record SettingLine(String name, double value, double[] stepSizes, double[] errors) {}

    public Figure figure(String description) {
        int columns = Math.min(COLUMNS, panels.size());
        return new Figure(
                (int) Math.max(LEAST_WIDTH, LEFT + columns * PANEL_WIDTH + 10),
                (int) (rows() * panelHeight() + LEGEND),
                description,
                this::paint);
    }

    private int rows() {
        return (panels.size() + COLUMNS - 1) / COLUMNS;
    }

    private double panelHeight() {
        return PANEL_HEIGHT + noteLine();
    }

    /** Notes have a line for themselves where one of them would run into the name of its panel. */
    private double noteLine() {
        return panels.stream()
                        .anyMatch(panel -> panel.name().length() * NAME_LETTER
                                        + panel.note().length() * NOTE_LETTER
                                > PLOT_WIDTH)
                ? NOTE_LINE
                : 0;
    }

    private boolean hasDiverged() {
        return panels.stream().flatMap(panel -> panel.lines().stream()).anyMatch(line -> Arrays.stream(line.errors())
                .anyMatch(Double::isNaN));
    }

    private double cap() {
        return level + HEADROOM * (level - lowest);
    }

    private void paint(Canvas canvas) {
        Map<String, Colour> colours = colours();
        for (int k = 0; k < panels.size(); k++) {
            double left = LEFT + k % COLUMNS * PANEL_WIDTH;
            double top = TOP + noteLine() + (k / COLUMNS) * panelHeight();
            paintPanel(canvas, panels.get(k), left, top, k % COLUMNS == 0, colours);
        }
        paintLegend(canvas, colours);
    }

    /** From violet for the smallest value to yellow for the largest; by rank if some are no numbers. */
    private Map<String, Colour> colours() {
        Map<String, Double> values = new LinkedHashMap<>();
        panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .sorted(Comparator.comparingDouble(SettingLine::value))
                .forEach(line -> values.putIfAbsent(line.name(), line.value()));
        List<Double> sorted = List.copyOf(values.values());
        double first = sorted.get(0);
        double last = sorted.get(sorted.size() - 1);
        Map<String, Colour> colours = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            double rank = (double) colours.size() / Math.max(1, sorted.size() - 1);
            double part = Double.isNaN(last) ? rank : (value - first) / (last - first);
            colours.put(name, Colour.shade(sorted.size() == 1 ? 0.3 : part));
        });
        return colours;
    }

    private double[] stepSizes() {
        double[] known = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .flatMapToDouble(line -> Arrays.stream(line.stepSizes()))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return known.length == 0 ? new double[] {1} : known;
    }

    private void paintPanel(
            Canvas canvas,
            AlgorithmPanel shown,
            double left,
            double top,
            boolean labelled,
            Map<String, Colour> colours) {
        double[] all = stepSizes();
        double last = Math.max(2 * all[0], all[all.length - 1]);
        double margin = Math.pow(last / all[0], 6 / PLOT_WIDTH);
        Scale x = Scale.binary(all[0] / margin, last * margin, left, left + PLOT_WIDTH);
        Scale y = Scale.linear(lowest, cap(), top + PLOT_HEIGHT, top);
        Panel panel = new Panel(canvas, x, y, new Letters(11, false));
        paintFrame(canvas, panel, shown, labelled);
        List<String> names = List.copyOf(colours.keySet());
        for (SettingLine line : shown.lines()) {
            int row = names.indexOf(line.name());
            double strip = panel.y().to() - 5 - (STRIP - 6) * (row + 0.5) / names.size();
            paintLine(canvas, panel, line, colours.get(line.name()), strip);
        }
        if (shown.best() != null && Double.isFinite(shown.best()[0])) {
            panel.point(Mark.RING, Colour.INK, shown.best()[0], Math.min(cap(), shown.best()[1]), 5);
        }
    }

    private void paintFrame(Canvas canvas, Panel panel, AlgorithmPanel shown, boolean labelled) {
        double left = panel.x().from();
        double right = panel.x().to();
        double strip = panel.y().to() - 2;
        double note = strip - STRIP - 7;
        canvas.text(shown.name(), left, note - noteLine(), Anchor.LEFT, Letters.NAME, Colour.INK);
        if (noteLine() > 0) {
            canvas.text(shortened(shown.note()), left, note, Anchor.LEFT, Letters.SMALL, Colour.FAINT);
        } else {
            canvas.text(shown.note(), right, note, Anchor.RIGHT, Letters.SMALL, Colour.FAINT);
        }
        if (hasDiverged()) {
            canvas.box(Colour.ALARM.faded(0.07), left, strip - STRIP, right, strip);
        }
        panel.axes("", 4, labelled ? errorName : "", 4);
        panel.level(Pen.DOTTED, Colour.FAINT, level);
        if (labelled && hasDiverged()) {
            Letters small = new Letters(10, false);
            canvas.text("diverged", left - 6, strip - STRIP / 2 + 4, Anchor.RIGHT, small, Colour.ALARM);
        }
    }

    /** What fits into the width of a panel. */
    private static String shortened(String note) {
        int most = (int) (PANEL_WIDTH / NOTE_LETTER) - 1;
        return note.length() <= most ? note : note.substring(0, most - 1) + "…";
    }

    private void paintLine(Canvas canvas, Panel panel, SettingLine line, Colour colour, double strip) {
        double cap = cap();
        double[] x = line.stepSizes();
        double[] y = line.errors().clone();
        for (int k = 0; k < x.length; k++) {
            if (Double.isNaN(x[k])) {
                panel.level(Pen.DASHED, colour, Math.min(cap, y[k]));
            } else if (Double.isNaN(y[k])) {
                canvas.mark(Mark.CROSS, colour, panel.x().at(x[k]), strip, 2);
            } else if (y[k] <= cap) {
                panel.point(Mark.DISC, colour, x[k], y[k], 1.6);
            } else {
                y[k] = cap;
                panel.point(Mark.TRIANGLE, colour, x[k], cap, 3);
            }
        }
        panel.curve(Pen.FINE, colour, x, y);
    }

    private void paintLegend(Canvas canvas, Map<String, Colour> colours) {
        double y = rows() * panelHeight() + LEGEND - 40;
        Legend legend = new Legend(canvas, LEFT, y);
        legend.text(lineNames);
        colours.forEach((name, colour) -> legend.line(Pen.BROAD, colour, name));
        Legend marks = new Legend(canvas, LEFT, y + 24);
        marks.text("Horizontal: step size α (wis: 1/d₀)");
        marks.mark(Mark.RING, Colour.INK, "best setting");
        if (hasDiverged()) {
            marks.mark(Mark.CROSS, Colour.INK, crossName);
        }
        marks.mark(Mark.TRIANGLE, Colour.INK, "off the scale");
        marks.line(Pen.DOTTED, Colour.FAINT, levelName);
        boolean auto = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .anyMatch(line -> Arrays.stream(line.stepSizes()).anyMatch(Double::isNaN));
        if (auto) {
            marks.line(Pen.DASHED, Colour.INK, "step size auto");
        }
    }
}
