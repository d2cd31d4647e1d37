package io.emphatic.documents.figure;

/** What figures are drawn on: pixels or vectors. Lengths are in points, from the upper left corner. */
public interface Canvas {
    enum Anchor {
        LEFT,
        CENTRE,
        RIGHT
    }

    void line(Pen pen, Colour colour, double[] x, double[] y);

    void area(Colour colour, double[] x, double[] y);

    /** A circle, or the area of one if there is no pen. */
    void circle(Pen pen, Colour colour, double x, double y, double radius);

    /** @param upwards whether the text is read from below to above */
    void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards);

    /** Draws what lies inside a rectangle and cuts off the rest. */
    void inside(double left, double top, double right, double bottom, Runnable painting);

    default void line(Pen pen, Colour colour, double x1, double y1, double x2, double y2) {
        line(pen, colour, new double[] {x1, x2}, new double[] {y1, y2});
    }

    default void box(Colour colour, double left, double top, double right, double bottom) {
        area(colour, new double[] {left, right, right, left}, new double[] {top, top, bottom, bottom});
    }

    default void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour) {
        text(text, x, y, anchor, letters, colour, false);
    }

    /** A mark with its middle at (x, y); {@code radius} is the distance from its middle to its edge, in points. */
    default void mark(Mark mark, Colour colour, double x, double y, double radius) {
        switch (mark) {
            case DISC -> circle(null, colour, x, y, radius);
            case RING -> circle(radius > 4 ? Pen.CURVE : Pen.THIN, colour, x, y, radius);
            case CROSS -> {
                line(Pen.THIN, colour, x - radius, y - radius, x + radius, y + radius);
                line(Pen.THIN, colour, x - radius, y + radius, x + radius, y - radius);
            }
            case TRIANGLE -> {
                double base = y + 0.7 * radius;
                area(colour, new double[] {x - radius, x + radius, x}, new double[] {base, base, y - radius});
            }
        }
    }
}
