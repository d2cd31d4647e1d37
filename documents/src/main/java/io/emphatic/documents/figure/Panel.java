package io.emphatic.documents.figure;

import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.figure.Scale.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Axes, x to the right and y upwards, with ticks in these letters; what leaves the panel is cut off. */
public record Panel(Canvas canvas, Scale x, Scale y, Letters letters) {
    private static final double LABEL_HEIGHT = 16;
    private static final double LABEL_GAP = 6;

    /** A title above the panel, flush left, in two lines if it is wider than the panel. */
    public void title(String title) {
        int half = 0;
        if (Letters.TITLE.width(title) > x.to() - x.from()) {
            half = Math.max(0, title.lastIndexOf(' ', 1 + title.length() * 3 / 5));
            titleLine(title.substring(0, half), 2);
        }
        titleLine(title.substring(half).strip(), 1);
    }

    private void titleLine(String line, int above) {
        canvas.text(line, x.from(), y.to() - 2 - 18 * above, Anchor.LEFT, Letters.TITLE, Colour.INK);
    }

    /** The lower axis with about {@code xTicks} ticks, and the left axis with a grid of about {@code yTicks} lines. */
    public void axes(String xName, int xTicks, String yName, int yTicks) {
        double widest = 0;
        for (Tick tick : apart(y, y.ticks(yTicks), false)) {
            double at = y.at(tick.value());
            canvas.line(Pen.THIN, Colour.GRID, x.from(), at, x.to(), at);
            canvas.text(tick.label(), x.from() - 8, at + letters.size() / 3, Anchor.RIGHT, letters, Colour.INK);
            widest = Math.max(widest, letters.width(tick.label()));
        }
        for (Tick tick : apart(x, x.ticks(xTicks), true)) {
            double at = x.at(tick.value());
            canvas.line(Pen.THIN, Colour.INK, at, y.from(), at, y.from() + 4);
            canvas.text(tick.label(), at, y.from() + 7 + letters.size(), Anchor.CENTRE, letters, Colour.INK);
        }
        canvas.line(Pen.THIN, Colour.INK, x.from(), y.from(), x.to(), y.from());
        canvas.text(xName, (x.from() + x.to()) / 2, y.from() + 42, Anchor.CENTRE, Letters.LABEL, Colour.INK);
        double middle = (y.from() + y.to()) / 2;
        double beside = Math.max(x.from() - 20 - widest, Letters.LABEL.size());
        canvas.text(yName, beside, middle, Anchor.CENTRE, Letters.LABEL, Colour.INK, true);
    }

    /** Those whose labels do not touch the one before. */
    private List<Tick> apart(Scale scale, List<Tick> ticks, boolean sideBySide) {
        List<Tick> kept = new ArrayList<>();
        for (Tick tick : ticks) {
            Tick before = kept.isEmpty() ? null : kept.get(kept.size() - 1);
            double needed = before == null
                    ? 0
                    : sideBySide
                            ? (letters.width(before.label()) + letters.width(tick.label())) / 2 + LABEL_GAP
                            : letters.size();
            if (before == null || Math.abs(scale.at(tick.value()) - scale.at(before.value())) >= needed) {
                kept.add(tick);
            }
        }
        return kept;
    }

    /** A curve. Not modified. Where it has no number it is interrupted. */
    public void curve(Pen pen, Colour colour, double[] xs, double[] ys) {
        for (int from = 0; from < xs.length; from++) {
            int to = from;
            while (to < xs.length && Double.isFinite(xs[to]) && Double.isFinite(ys[to])) {
                to++;
            }
            if (to > from + 1) {
                double[] lineX = along(x, xs, from, to);
                double[] lineY = along(y, ys, from, to);
                inside(lineX, lineY, () -> canvas.line(pen, colour, lineX, lineY));
            }
            from = to;
        }
    }

    public void band(Colour colour, double opacity, double[] xs, double[] low, double[] high) {
        int points = 0;
        while (points < xs.length && Double.isFinite(low[points]) && Double.isFinite(high[points])) {
            points++;
        }
        if (points < 2) {
            return;
        }
        double[] outlineX = new double[2 * points];
        double[] outlineY = new double[2 * points];
        for (int k = 0; k < points; k++) {
            outlineX[k] = x.at(xs[k]);
            outlineY[k] = y.at(high[k]);
            outlineX[2 * points - 1 - k] = outlineX[k];
            outlineY[2 * points - 1 - k] = y.at(low[k]);
        }
        inside(outlineX, outlineY, () -> canvas.area(colour.faded(opacity), outlineX, outlineY));
    }

    public void level(Pen pen, Colour colour, double value) {
        if (value >= y.min() && value <= y.max()) {
            canvas.line(pen, colour, x.from(), y.at(value), x.to(), y.at(value));
        }
    }

    public void point(Mark mark, Colour colour, double xValue, double yValue, double radius) {
        canvas.mark(mark, colour, x.at(xValue), y.at(yValue), radius);
    }

    public record Label(String text, Colour colour, double value) {}

    /** Names to the right of the panel, as near to the ends of their curves as they can be without touching. */
    public void labels(List<Label> labels) {
        Comparator<Label> downwards = Comparator.comparingDouble(label -> y.within(label.value()));
        List<Label> sorted = labels.stream().sorted(downwards).toList();
        double[] at = new double[sorted.size()];
        for (int k = 0; k < at.length; k++) {
            at[k] = Math.max(y.within(sorted.get(k).value()), k == 0 ? y.to() : at[k - 1] + LABEL_HEIGHT);
        }
        for (int k = at.length - 1; k >= 0; k--) {
            at[k] = Math.min(at[k], k == at.length - 1 ? y.from() : at[k + 1] - LABEL_HEIGHT);
            Label label = sorted.get(k);
            canvas.text(label.text(), x.to() + 10, at[k] + 4, Anchor.LEFT, Letters.NAME, label.colour());
        }
    }

    /** Cuts off what leaves the panel, if anything does. Lines on the edge do not lose half of their width. */
    private void inside(double[] atX, double[] atY, Runnable painting) {
        double left = x.from() - 1;
        double right = x.to() + 1;
        double top = y.to() - 1;
        double bottom = y.from() + 1;
        boolean leaves = Arrays.stream(atX).anyMatch(at -> at < left || at > right)
                || Arrays.stream(atY).anyMatch(at -> at < top || at > bottom);
        if (leaves) {
            canvas.inside(left, top, right, bottom, painting);
        } else {
            painting.run();
        }
    }

    private static double[] along(Scale scale, double[] values, int from, int to) {
        return Arrays.stream(values, from, to).map(scale::at).toArray();
    }
}
