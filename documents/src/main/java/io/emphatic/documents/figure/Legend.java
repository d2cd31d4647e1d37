package io.emphatic.documents.figure;

import io.emphatic.documents.figure.Canvas.Anchor;

/** A row of samples with what they mean. */
public final class Legend {
    private static final double SAMPLE = 22;
    private static final double GAP = 18;

    private final Canvas canvas;
    private final double y;
    private double x;

    /** @param y the line on which the letters stand */
    public Legend(Canvas canvas, double x, double y) {
        this.canvas = canvas;
        this.x = x;
        this.y = y;
    }

    /** What the legend is of. */
    public void text(String text) {
        canvas.text(text, x, y, Anchor.LEFT, Letters.TEXT, Colour.INK);
        x += Letters.TEXT.width(text) + GAP;
    }

    public void line(Pen pen, Colour colour, String text) {
        canvas.line(pen, colour, x, y - 4, x + SAMPLE, y - 4);
        x += SAMPLE + 6;
        text(text);
    }

    public void mark(Mark mark, Colour colour, String text) {
        canvas.mark(mark, colour, x + 5, y - 4, mark == Mark.CROSS ? 3 : 4.5);
        x += 16;
        text(text);
    }
}
