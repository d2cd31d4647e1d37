package io.emphatic.documents.figure;

import io.emphatic.documents.figure.Canvas.Anchor;

/** Samples with what they mean, in a row, or in several where it would become too wide. */
public final class Legend {
    private static final double SAMPLE = 22;
    private static final double GAP = 18;

    private final Canvas canvas;
    private final double left;
    private final double right;
    private final double rowHeight;
    private double x;
    private double y;

    /** {@code y} is the line on which the letters stand; without a canvas it only finds out where the legend ends. */
    public Legend(Canvas canvas, double x, double y, double right, double rowHeight) {
        this.canvas = canvas;
        this.left = x;
        this.right = right;
        this.rowHeight = rowHeight;
        this.x = x;
        this.y = y;
    }

    public void text(String text) {
        entry(0, text);
        write(text);
    }

    public void line(Pen pen, Colour colour, String text) {
        entry(SAMPLE + 6, text);
        if (canvas != null) {
            canvas.line(pen, colour, x, y - 4, x + SAMPLE, y - 4);
        }
        x += SAMPLE + 6;
        write(text);
    }

    public void mark(Mark mark, Colour colour, String text) {
        entry(16, text);
        if (canvas != null) {
            canvas.mark(mark, colour, x + 5, y - 4, mark == Mark.CROSS ? 3 : 4.5);
        }
        x += 16;
        write(text);
    }

    /** Continues in the next row, unless this one is empty. */
    public void newRow() {
        if (x > left) {
            x = left;
            y += rowHeight;
        }
    }

    public double bottom() {
        return y;
    }

    private void entry(double sample, String text) {
        if (x + sample + Letters.TEXT.width(text) > right) {
            newRow();
        }
    }

    private void write(String text) {
        if (canvas != null) {
            canvas.text(text, x, y, Anchor.LEFT, Letters.TEXT, Colour.INK);
        }
        x += Letters.TEXT.width(text) + GAP;
    }
}
