package io.emphatic.documents.figure;

public enum Pen {
    /** Axes, grid and small marks. */
    THIN(0.8),
    /** Curves of which there are many. */
    FINE(1.1),
    CURVE(1.6),
    /** Samples of a colour in a legend. */
    BROAD(3),
    DOTTED(1.3, 0.1f, 4),
    DASHED(1, 6, 4);

    final double width;
    final float[] dashes; // length of a stroke and of the gap behind it; null for a line without gaps

    Pen(double width, float... dashes) {
        this.width = width;
        this.dashes = dashes.length == 0 ? null : dashes;
    }
}
