package io.emphatic.documents.figure;

import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.text.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How an error depends on the step size: a panel for each algorithm, in it a line for each of a few settings. */
public record SensitivityPanels(
        String errorName, // of the vertical axes
        double lowest, // where they begin; logarithmic if it is more than 0
        double level, // a line across each panel, a little below its top: larger errors are off the scale
        String levelName,
        String lineNames, // what the names of the lines mean: λ
        String crossName, // of the settings that diverged, in a strip above the axes, one row for each line
        String stepSizeName, // of the horizontal axes
        List<AlgorithmPanel> panels) {
    private static final int COLUMNS = 4;
    private static final double PANEL_HEIGHT = 240;
    private static final double TOP = 76;
    private static final double PLOT_WIDTH = 226;
    private static final double PLOT_HEIGHT = 130;
    private static final double GAP = 46; // between panels, at least
    private static final Letters TICKS = new Letters(11, false);
    private static final double STRIP = 30;
    private static final double HEADROOM = 0.1;
    private static final double LEGEND_ROW = 22;

    /** One panel; {@code best} is the step size and the error of the best setting, or null. */
    public record AlgorithmPanel(String name, String note, List<SettingLine> lines, double[] best) {}

    /** One line. Those of one name have one colour and one row in the strip. */
    public record SettingLine(
            String name,
            double value, // orders the names and decides on their colours; NaN, which comes last, if it is no number
            double[] stepSizes, // increasing; at the end NaN for one chosen from the data, whose error is a dashed line
            double[] errors) {} // NaN for a setting that diverged

    public Figure figure(String description) {
        int columns = Math.min(COLUMNS, panels.size());
        double width = gap() + 16 + columns * (PLOT_WIDTH + gap()) + 10;
        double height = (double) ((panels.size() + columns - 1) / columns) * PANEL_HEIGHT;
        Legend measured = legend(null, height, width);
        return new Figure(
                (int) width,
                (int) (measured.bottom() + 14),
                described(description),
                canvas -> paint(canvas, columns, height, width));
    }

    /** Wide enough for the numbers of an axis. */
    private double gap() {
        return errors(PLOT_HEIGHT, 0).ticks(4).stream()
                .mapToDouble(tick -> TICKS.width(tick.label()) + 22)
                .reduce(GAP, Math::max);
    }

    private String described(String description) {
        return description + ". Best: "
                + panels.stream()
                        .filter(panel -> panel.best() != null)
                        .map(panel -> panel.name() + " " + Numbers.significant(panel.best()[1])
                                + (Double.isFinite(panel.best()[0])
                                        ? " at step size " + Numbers.significant(panel.best()[0])
                                        : ""))
                        .collect(Collectors.joining(", "));
    }

    /** Whether any setting diverged; without one there is no strip for them. */
    private boolean diverges() {
        return any(SettingLine::errors, Double::isNaN);
    }

    private boolean any(Function<SettingLine, double[]> numbers, DoublePredicate holds) {
        return settingLines()
                .anyMatch(line -> Arrays.stream(numbers.apply(line)).anyMatch(holds));
    }

    private Stream<SettingLine> settingLines() {
        return panels.stream().flatMap(panel -> panel.lines().stream());
    }

    private double cap() {
        return lowest > 0 ? level * Math.pow(level / lowest, HEADROOM) : level + HEADROOM * (level - lowest);
    }

    private Scale errors(double from, double to) {
        return lowest > 0 ? Scale.logarithmic(lowest, cap(), from, to) : Scale.linear(lowest, cap(), from, to);
    }

    private void paint(Canvas canvas, int columns, double height, double width) {
        Map<String, Colour> colours = colours();
        for (int k = 0; k < panels.size(); k++) {
            double left = gap() + 16 + k % columns * (PLOT_WIDTH + gap());
            double top = TOP + (k / columns) * PANEL_HEIGHT;
            paintPanel(canvas, panels.get(k), left, top, k % columns == 0, colours);
        }
        legend(canvas, height, width);
    }

    /** From violet for the smallest value to yellow for the largest; by rank if some are no numbers. */
    private Map<String, Colour> colours() {
        Map<String, Double> values = new LinkedHashMap<>();
        settingLines()
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
        double[] known = settingLines()
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
        Scale y = errors(top + PLOT_HEIGHT, top);
        Panel panel = new Panel(canvas, x, y, TICKS);
        paintFrame(canvas, panel, shown, labelled);
        List<String> names = List.copyOf(colours.keySet());
        for (SettingLine line : shown.lines()) {
            int row = names.indexOf(line.name());
            double strip = panel.y().to() - 5 - (STRIP - 6) * (row + 0.5) / names.size();
            paintLine(canvas, panel, line, colours.get(line.name()), strip);
        }
        if (shown.best() != null && Double.isFinite(shown.best()[0])) {
            panel.point(Mark.RING, Colour.INK, shown.best()[0], panel.y().clamped(shown.best()[1]), 5);
        }
    }

    private void paintFrame(Canvas canvas, Panel panel, AlgorithmPanel shown, boolean labelled) {
        double left = panel.x().from();
        double right = panel.x().to();
        double strip = panel.y().to() - 2;
        boolean strips = diverges();
        double above = strip - (strips ? STRIP : 0) - 7;
        String note = Letters.SMALL.shortened(shown.note(), PLOT_WIDTH);
        canvas.text(shown.name(), left, above - (note.isEmpty() ? 0 : 15), Anchor.LEFT, Letters.NAME, Colour.INK);
        canvas.text(note, left, above, Anchor.LEFT, Letters.SMALL, Colour.FAINT);
        if (strips) {
            canvas.box(Colour.ALARM.faded(0.07), left, strip - STRIP, right, strip);
        }
        panel.axes("", 4, labelled ? errorName : "", 4);
        panel.level(Pen.DOTTED, Colour.FAINT, level);
        if (labelled && strips) {
            Letters small = new Letters(10, false);
            canvas.text("diverged", left - 6, strip - STRIP / 2 + 4, Anchor.RIGHT, small, Colour.ALARM);
        }
    }

    private void paintLine(Canvas canvas, Panel panel, SettingLine line, Colour colour, double strip) {
        double cap = cap();
        double[] x = line.stepSizes();
        double[] y = line.errors().clone();
        for (int k = 0; k < x.length; k++) {
            if (Double.isNaN(x[k])) {
                panel.level(Pen.DASHED, colour, panel.y().clamped(y[k]));
            } else if (Double.isNaN(y[k])) {
                canvas.mark(Mark.CROSS, colour, panel.x().at(x[k]), strip, 2);
            } else if (y[k] <= cap) {
                y[k] = panel.y().clamped(y[k]);
                panel.point(Mark.DISC, colour, x[k], y[k], 1.6);
            } else {
                y[k] = cap;
                panel.point(Mark.TRIANGLE, colour, x[k], cap, 3);
            }
        }
        panel.curve(Pen.FINE, colour, x, y);
    }

    /** @param canvas null to find out how much room it takes */
    private Legend legend(Canvas canvas, double top, double width) {
        Legend legend = new Legend(canvas, gap() + 16, top + 18, width - 10, LEGEND_ROW);
        Map<String, Colour> colours = colours();
        if (colours.size() > 1 || !colours.containsKey("")) {
            legend.text(lineNames);
            colours.forEach((name, colour) -> legend.line(Pen.BROAD, colour, name));
        }
        legend.newRow();
        legend.text("Horizontal: " + stepSizeName);

        if (panels.stream().anyMatch(panel -> panel.best() != null && Double.isFinite(panel.best()[0]))) {
            legend.mark(Mark.RING, Colour.INK, "best setting");
        }
        if (diverges()) {
            legend.mark(Mark.CROSS, Colour.INK, crossName);
        }
        if (any(SettingLine::errors, error -> error > cap())) {
            legend.mark(Mark.TRIANGLE, Colour.INK, "off the scale");
        }
        legend.line(Pen.DOTTED, Colour.FAINT, levelName);
        if (any(SettingLine::stepSizes, Double::isNaN)) {
            legend.line(Pen.DASHED, Colour.INK, "no step size, or auto");
        }
        return legend;
    }
}
