package io.emphatic.documents.figure;

import java.util.Arrays;

/** Another canvas, on which everything is drawn further to the right, or to the left. */
public final class ShiftedCanvas implements Canvas {
    private final Canvas canvas;
    private final double by;

    /** @param by how far to the right */
    public ShiftedCanvas(Canvas canvas, double by) {
        this.canvas = canvas;
        this.by = by;
    }

    private double[] shifted(double[] x) {
        return Arrays.stream(x).map(at -> at + by).toArray();
    }

    @Override
    public void line(Pen pen, Colour colour, double[] x, double[] y) {
        canvas.line(pen, colour, shifted(x), y);
    }

    @Override
    public void area(Colour colour, double[] x, double[] y) {
        canvas.area(colour, shifted(x), y);
    }

    @Override
    public void circle(Pen pen, Colour colour, double x, double y, double radius) {
        canvas.circle(pen, colour, x + by, y, radius);
    }

    @Override
    public void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards) {
        canvas.text(text, x + by, y, anchor, letters, colour, upwards);
    }

    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        canvas.inside(left + by, top, right + by, bottom, painting);
    }
}
